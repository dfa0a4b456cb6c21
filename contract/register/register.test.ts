import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../capabilities.ts';
import { ENDPOINT_NAMES } from '../endpoint-names.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { itemsOf, SECTIONS } from '../sections/index.ts';
import { SENTENCES } from '../sentences/index.ts';
import { REGISTER, requirement, UNSEEN_MUSTS } from './index.ts';
import { PROTECTED } from './protected.ts';

const outline = SECTIONS.flatMap((section) =>
  itemsOf(section).map((item) => `${section.number} ${item}`),
);
const registered = new Set(REGISTER.map((row) => `${row.section} ${row.item}`));

describe('the register and the outline of the specification', () => {
  it('has a requirement for every field, header, parameter and statement of every section', () => {
    expect(outline.filter((item) => !registered.has(item))).toEqual([]);
  });

  it('has a must for every field and parameter', () => {
    const musts = new Set(
      REGISTER.filter(({ level }) => level === 'must').map((row) => `${row.section} ${row.item}`),
    );
    const named = SECTIONS.flatMap(({ number, fields = [], parameters = [] }) =>
      [...fields, ...parameters].map((name) => `${number} ${name}`),
    );
    expect(named.filter((item) => !musts.has(item))).toEqual([]);
  });

  it('has no requirement about something the sections do not hold', () => {
    expect([...registered].filter((item) => !outline.includes(item))).toEqual([]);
  });

  it('outlines each item of a section once', () => {
    expect(outline).toHaveLength(new Set(outline).size);
  });

  it('outlines every section that says something', () => {
    const subsections = { 2: 6, 3: 3, 4: 9, 5: 10 };
    const expected = ['1', '4', '6', '7', '8', '9'];
    for (const [section, count] of Object.entries(subsections)) {
      for (let number = 1; number <= count; number++) {
        expected.push(`${section}.${number}`);
      }
    }
    expect(SECTIONS.map(({ number }) => number).sort()).toEqual(expected.sort());
  });

  it('calls nothing that a section leaves unsaid a must', () => {
    const silent = new Set(
      SECTIONS.flatMap(({ number, silent = [] }) => silent.map((item) => `${number} ${item}`)),
    );
    const binding = REGISTER.filter(
      ({ section, item, level }) => level !== 'open' && silent.has(`${section} ${item}`),
    );
    expect(binding.map(({ id }) => id)).toEqual([]);
  });
});

describe('a requirement', () => {
  it('has an id and a text of its own', () => {
    expect(new Set(REGISTER.map(({ id }) => id)).size).toBe(REGISTER.length);
    expect(new Set(REGISTER.map(({ text }) => text)).size).toBe(REGISTER.length);
  });

  it('has the prefix of a group and a sentence of its own', () => {
    const id = /^(SVC|SES|LGN|RFR|LGO|ORG|PAY|LOAN|APP|REP|PTF|AUT|EVT|ERR|LIM|VER)-[1-9]\d*$/;
    const sentence = /^[\w/].*\.$/;
    expect(REGISTER.filter((row) => !id.test(row.id) || !sentence.test(row.text))).toEqual([]);
  });

  it('gives a reason exactly when nothing checks it', () => {
    const reasoned = REGISTER.filter(({ reason = '' }) => reason.length > 5);
    expect(reasoned).toEqual(REGISTER.filter(({ checked }) => checked === 'none'));
  });

  it('names the endpoints on which it is checked', () => {
    for (const { id, checked, endpoints } of REGISTER) {
      if (checked === 'black-box') {
        expect(endpoints, id).not.toEqual([]);
      }
      for (const endpoint of endpoints) {
        expect(ENDPOINT_NAMES, id).toContain(endpoint);
      }
    }
  });

  it('names only capabilities that exist, and every capability has a requirement', () => {
    const named = new Set(REGISTER.flatMap(({ capability = [] }) => capability));
    expect([...named].sort()).toEqual(Object.keys(CAPABILITIES).sort());
  });

  it('refers, when it repeats another, to a checked one of its own level', () => {
    for (const { id, level, sameAs } of REGISTER) {
      if (sameAs === undefined) {
        continue;
      }
      const first = requirement(sameAs);
      expect(first, id).toMatchObject({ level, checked: 'black-box' });
      expect(first.sameAs, id).toBeUndefined();
    }
  });

  it('is unseen where it is a must and nothing checks it', () => {
    const ids = UNSEEN_MUSTS.map(({ id }) => id);
    expect(ids).toEqual(
      expect.arrayContaining(['SVC-8', 'SVC-9', 'SVC-10', 'SVC-11', 'REP-26', 'LIM-2']),
    );
    // What a vendor has to keep of API tokens and of the permission matrix, though nobody sees it.
    const kept = [
      'AUT-18',
      'AUT-23',
      'AUT-31',
      ...Array.from({ length: 15 }, (_, at) => `AUT-${36 + at}`),
    ];
    expect(ids).toEqual(expect.arrayContaining(kept));
    for (const { id, level, reason } of UNSEEN_MUSTS) {
      expect(level, id).toBe('must');
      expect(reason, id).toMatch(/\S/);
    }
    // A requirement that another one is checked for is seen, and so is what may be left out.
    for (const id of ['PAY-20', 'PTF-1', 'PAY-56', 'PAY-51']) {
      expect(ids).not.toContain(id);
    }
  });

  it('is found by its id', () => {
    expect(requirement('PAY-51').text).toBe('A cashier is refused with 403.');
    expect(() => requirement('PAY-999')).toThrow('The register has no requirement PAY-999');
  });
});

describe('the sentences of the specification', () => {
  it('stand beside every must and should', () => {
    const bare = REGISTER.filter(({ level, sentence }) => level !== 'open' && !sentence);
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it('are neither empty nor the words of the register', () => {
    for (const { id, text, sentence } of REGISTER) {
      expect(sentence?.trim(), id).not.toBe('');
      expect(sentence, id).not.toBe(text);
    }
    for (const sentence of Object.values(SENTENCES).flatMap(Object.values)) {
      expect(sentence).toMatch(/^\S(.*\S)?$/);
    }
  });

  it('are each quoted by a requirement', () => {
    const quoted = new Set(
      REGISTER.map(({ section, sentenceSection = section, sentence }) =>
        [sentenceSection, sentence].join(' '),
      ),
    );
    const all = Object.entries(SENTENCES).flatMap(([section, items]) =>
      Object.values(items).map((sentence) => `${section} ${sentence}`),
    );
    expect(all.filter((each) => !quoted.has(each))).toEqual([]);
  });

  it('come from another section where the requirement rests on that', () => {
    expect(requirement('PAY-20')).toMatchObject({
      section: '4.5',
      sentence: expect.stringContaining('missing token header'),
      sentenceSection: '7',
    });
    expect(requirement('PAY-51').sentence).toBe('Role CASHIER is not allowed to call it.');
    expect(requirement('PAY-51').sentenceSection).toBeUndefined();
    expect(requirement('PAY-55').sentence).toBeUndefined();
  });
});

describe('the register and the endpoint table', () => {
  const headers = Object.values(ENDPOINTS).flatMap((endpoint) =>
    endpoint.headers.map((header) => ({ ...header, section: endpoint.section })),
  );

  it.each(headers)('agree on $name of section $section', ({ section, name, required }) => {
    const [first] = REGISTER.filter(
      (row) => row.section === section && row.item === `header ${name}`,
    );
    expect(first?.level).toBe(required);
  });

  it.each(Object.values(ENDPOINTS))('agree on the parameters of $name', (endpoint) => {
    const items = new Set(
      REGISTER.filter(({ section }) => section === endpoint.section).map(({ item }) => item),
    );
    for (const { name } of endpoint.query) {
      expect(items).toContain(`query ${name}`);
    }
    for (const { name } of endpoint.pathParameters) {
      expect(items).toContain(`path ${name}`);
    }
  });

  it('agree on who needs a token', () => {
    const open = Object.values(ENDPOINTS).filter(({ needsToken }) => !needsToken);
    expect(open.map(({ name }) => name)).toEqual(['login']);
    expect(requirement('ERR-1').endpoints).toEqual(PROTECTED);
  });

  it('have a 403 rule for every role that the table refuses', () => {
    const refused = Object.values(ENDPOINTS).flatMap(({ name, refusedRoles }) =>
      refusedRoles.map((role) => `${name} ${role}`),
    );
    expect(refused).toEqual([
      'awaiting-payments CASHIER',
      'request-loan MANAGER',
      'request-loan CASHIER',
    ]);
    for (const id of ['PAY-51', 'LOAN-40', 'LOAN-41']) {
      expect(requirement(id)).toMatchObject({ level: 'must', checked: 'black-box' });
    }
  });
});
