import type { Answer } from '../exchange.ts';
import type { Profile } from './profile.ts';

/** Applications of one answer. */
const APPLICATIONS = 5;

/** A value whose objects have their names the other way round at every second place of a list. */
function turned(value: unknown, at = 0): unknown {
  if (Array.isArray(value)) {
    return value.map(turned);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const held = Object.entries(value).map(([name, inner]) => [name, turned(inner, at)] as const);
  return Object.fromEntries(at % 2 === 0 ? held : held.reverse());
}

/** Writes the receipt of a repayment as a number that a double cannot hold, each next to the one before. */
function numbering(): (answer: Answer) => Answer {
  const numbers = new Map<string, bigint>();
  const numberOf = (receipt: string) => {
    const number =
      numbers.get(receipt) ?? BigInt(Number.MAX_SAFE_INTEGER) + BigInt(numbers.size + 1);
    numbers.set(receipt, number);
    return String(number);
  };
  return (answer) => {
    const { body, ...rest } = answer;
    const text = JSON.stringify(body);
    return text?.includes('"RCP-')
      ? { ...rest, text: text.replace(/"RCP-[^"]*"/, numberOf) }
      : answer;
  };
}

/** Shapes of answers where none is shown. */
export const shapeProfiles: Profile[] = [
  {
    name: 'names-by-turns',
    does: 'Sends the names of every second object of a list in another order each time.',
    room: 'the order of names in JSON says nothing (RFC 8259 section 4)',
    change: (rules) => {
      let answers = 0;
      rules.finish.push((answer) => {
        answers += 1;
        return answer.body === undefined
          ? answer
          : { ...answer, body: turned(answer.body, answers) };
      });
    },
  },
  {
    name: 'receipts-of-64-bits',
    does: 'Names repayments by numbers beyond those that a double holds.',
    room: '2.5: "a repayment-record identifier", of no type that is shown',
    change: (rules) => {
      rules.finish.push(numbering());
    },
  },
  {
    name: 'refusals-with-empty-token',
    does: 'Sends an empty access_token with every refusal.',
    room: '7: the bodies of most errors are not shown, nor that they hold nothing else',
    change: (rules) => {
      rules.finish.push((answer) =>
        answer.status >= 400 && typeof answer.body === 'object'
          ? { ...answer, body: { ...answer.body, access_token: '' } }
          : answer,
      );
    },
  },
  {
    name: 'applications-listed',
    does: 'Answers a loan request with the latest five applications, the new one last.',
    room: '4.6: "Response 200: the application is created. Response body: not shown."',
    excludes: ['loan-answer-empty'],
    change: (rules) => {
      const made: string[] = [];
      rules.loanAnswer = (id) => {
        made.push(id);
        const data = made.slice(-APPLICATIONS).map((applicationId) => ({ applicationId }));
        return { status: 200, body: { status: 'SUCCESS', data } };
      };
    },
  },
];
