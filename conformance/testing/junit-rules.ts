/** What Jenkins' schema (junit-10.xsd of its xUnit plugin) allows below and in each element. */
const RULES: Record<string, { below: string[]; attributes: string[]; required?: string[] }> = {
  testsuites: { below: [], attributes: ['name', 'time', 'tests', 'failures', 'errors'] },
  testsuite: {
    below: ['testsuites', 'testsuite'],
    attributes: [
      ...['name', 'tests', 'failures', 'errors', 'group', 'time', 'skipped', 'timestamp'],
      ...['hostname', 'id', 'package', 'file', 'log', 'url'],
    ],
    required: ['name', 'tests', 'failures', 'errors'],
  },
  properties: { below: ['testsuite'], attributes: [] },
  property: { below: ['properties'], attributes: ['name', 'value'], required: ['name', 'value'] },
  testcase: {
    below: ['testsuite'],
    attributes: ['name', 'time', 'classname', 'group'],
    required: ['name'],
  },
  skipped: { below: ['testcase'], attributes: ['type', 'message'] },
  error: { below: ['testcase'], attributes: ['type', 'message'] },
  failure: { below: ['testcase'], attributes: ['type', 'message'] },
  'system-out': { below: ['testcase', 'testsuite'], attributes: [] },
  'system-err': { below: ['testcase', 'testsuite'], attributes: [] },
};

const MIXED = ['skipped', 'error', 'failure', 'system-out', 'system-err'];

/** The schema's type of a time, with the three decimals at most that its older versions allow. */
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]{0,3})?$/;

/** Where a document breaks the rules of the schema, and how often each element occurs. */
export function examineJunit(xml: string): {
  problems: string[];
  counts: Record<string, number>;
} {
  const problems: string[] = [];
  const counts: Record<string, number> = {};
  const open: string[] = [];
  const flat = xml.replace(/^<\?xml[^>]*\?>/, '').replaceAll(/<!\[CDATA\[[\s\S]*?\]\]>/g, 'text');
  if (/[\ufffe\uffff]/.test(xml) || flat.includes(']]>')) {
    problems.push('what XML 1.0 has no place for (sections 2.2 and 2.4)');
  }
  const pattern = /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;
  for (const [, close, name = '', attributes = '', empty, text] of flat.matchAll(pattern)) {
    const parent = open.at(-1);
    if (text !== undefined) {
      if (text.trim() !== '' && !MIXED.includes(parent ?? '')) {
        problems.push(`text in ${parent}`);
      }
      continue;
    }
    if (close) {
      if (open.pop() !== name) {
        problems.push(`</${name}> closes what is not open`);
      }
      continue;
    }
    counts[name] = (counts[name] ?? 0) + 1;
    const rule = RULES[name];
    if (!rule) {
      problems.push(`<${name}> is unknown`);
    } else {
      const found = [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)];
      const names = found.map(([, attribute = '']) => attribute);
      if (parent ? !rule.below.includes(parent) : rule.below.length > 0 && name !== 'testsuite') {
        problems.push(`<${name}> below ${parent}`);
      }
      for (const attribute of names) {
        if (!rule.attributes.includes(attribute)) {
          problems.push(`${name} has ${attribute}`);
        }
      }
      for (const attribute of rule.required ?? []) {
        if (!names.includes(attribute)) {
          problems.push(`${name} lacks ${attribute}`);
        }
      }
      for (const [, attribute, value = ''] of found) {
        if (attribute === 'time' && !TIME.test(value)) {
          problems.push(`${name} took ${value}`);
        }
      }
    }
    if (!empty) {
      open.push(name);
    }
  }
  if (open.length > 0) {
    problems.push(`${open.join(', ')} left open`);
  }
  return { problems, counts };
}
