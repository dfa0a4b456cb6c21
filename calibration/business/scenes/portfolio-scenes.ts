import type { Props, Scenes } from './scene.ts';

async function portfolioBody({ client, token }: Props) {
  return (await client.portfolios(client.server.cast.customer.id, { token })).body;
}

const lengthsOf = (sections: { positions: unknown[] }[] = []) =>
  sections.map(({ positions }) => positions.length);

/** Scenes of the shapes of the list of portfolios. */
export const portfolioScenes: Scenes = {
  'portfolios-wrapped': {
    look: async (props) => (await portfolioBody(props)).outcome?.holdings.length,
    shows: 10,
  },
  'portfolios-in-pages': {
    look: async (props) => {
      const { content, page } = await portfolioBody(props);
      return [content?.length, page?.total];
    },
    shows: [10, 23],
  },
  'portfolios-hold-investments': {
    look: async (props) => (await portfolioBody(props))[0].investments?.[0].amounts[0],
    shows: 'NGN 10000',
  },
  'portfolios-as-table': {
    look: async (props) => {
      const { columns, rows } = await portfolioBody(props);
      return [columns?.length, rows?.length, rows?.[0].length];
    },
    shows: [4, 10, 4],
  },
  'portfolios-in-pages-of-pages': {
    look: async (props) =>
      (await portfolioBody(props)).pages?.map(
        (page: { entries: unknown[] }) => page.entries.length,
      ),
    shows: [3, 3, 3, 1],
  },
  'portfolios-parted': {
    look: async (props) => {
      const { running, matured, pending } = await portfolioBody(props);
      return [running, matured, pending].map((list) => list?.length);
    },
    shows: [5, 5, 0],
  },
  'portfolios-under-a-header': {
    look: async (props) => {
      const { length, 0: head, 1: first } = await portfolioBody(props);
      return [length, head?.[3], first?.length];
    },
    shows: [11, 'product', 4],
  },
  'portfolios-in-sections': {
    look: async (props) => {
      const body = await portfolioBody(props);
      return Object.keys(body)[0] === '566' && lengthsOf(Object.values(body));
    },
    shows: [4, 3, 3],
  },
  'portfolios-a-section-each': {
    look: async (props) => lengthsOf((await portfolioBody(props)).sections),
    shows: Array(10).fill(1),
  },
  'portfolios-by-reference': {
    look: async (props) => {
      const { held } = await portfolioBody(props);
      return [held?.[0].issuer.name, held?.[9].issuer.$ref];
    },
    shows: ['Debt office', '0'],
  },
};
