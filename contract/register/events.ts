import { requirements } from './requirement.ts';

/** Section 6. */
export const EVENTS = requirements(
  [],
  [
    {
      id: 'EVT-1',
      section: '6',
      item: 'webhooks',
      level: 'open',
      text: 'Kinds, payloads, delivery and signing of webhooks are open.',
      unchecked: 'not shown',
    },
  ],
);
