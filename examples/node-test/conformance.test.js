import { assayTests } from 'assay/node-test';

// Every check is a test of its own; reports are written into reports/assay.
assayTests({
  target: 'target.json',
  selection: { endpoints: ['logout'] },
});
