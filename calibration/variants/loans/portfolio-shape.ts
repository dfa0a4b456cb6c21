import { remake } from '../succeeded.ts';
import type { Axis } from '../variant.ts';

/** The list inside an answer of the reference server's portfolios. */
function listIn(body: unknown): unknown[] {
  if (Array.isArray(body)) {
    return body;
  }
  if (typeof body !== 'object' || body === null) {
    return [];
  }
  const lists = Object.values(body).map(listIn);
  return lists.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** The shape around the list of portfolios, and its fields, are open (sections 2.6, 4.9). */
export const portfolioShape: Axis = {
  id: 'portfolio-shape',
  open: ['PTF-2', 'PTF-5'],
  choices: [
    {
      id: 'portfolio-shape.bare',
      how: 'answers portfolios as a bare list',
      wrapping: () => ({ layers: [remake('portfolios', listIn)] }),
    },
    {
      id: 'portfolio-shape.spring-page',
      how: 'answers portfolios as a page with content, totals and a sort',
      wrapping: () => ({
        layers: [
          remake('portfolios', (body) => ({
            content: listIn(body),
            pageable: { sort: { sorted: true }, offset: 0 },
            totalElements: 11,
            first: true,
          })),
        ],
      }),
    },
    {
      id: 'portfolio-shape.alone',
      how: 'answers one portfolio alone without a list, and none as null',
      wrapping: () => ({
        layers: [
          remake('portfolios', (body) => {
            const list = listIn(body);
            return { portfolios: { portfolio: list.length > 1 ? list : (list[0] ?? null) } };
          }),
        ],
      }),
    },
    {
      id: 'portfolio-shape.by-number',
      how: 'answers portfolios as the fields of an object, named by numbers',
      wrapping: () => ({
        layers: [remake('portfolios', (body) => ({ data: { ...listIn(body) } }))],
      }),
    },
    {
      id: 'portfolio-shape.two-lists',
      how: 'answers portfolios in two lists beside each other',
      wrapping: () => ({
        layers: [
          remake('portfolios', (body) => ({
            data: {
              active: listIn(body).filter((_, place) => place % 3 > 0),
              matured: listIn(body).filter((_, place) => place % 3 === 0),
            },
          })),
        ],
      }),
    },
    {
      id: 'portfolio-shape.nested',
      how: 'wraps each portfolio in an object and the list in data.customer.portfolios',
      wrapping: () => ({
        layers: [
          remake('portfolios', (body) => ({
            data: {
              customer: {
                warnings: [],
                portfolios: listIn(body).map((entry) => ({ investment: entry })),
              },
            },
          })),
        ],
      }),
    },
  ],
};
