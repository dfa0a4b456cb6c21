/** The parameters of a query by their names, `page` and `size` among them. */
type Query = Readonly<Record<string, string | number>>;

/** A query whose parameters come in another order for every other page: they have none (sections 4.5 and 4.9). */
export function inPageOrder({ page, ...rest }: Query): Query {
  if (page === undefined) {
    return rest;
  }
  return Number(page) % 2 === 0 ? { ...rest, page } : { page, ...rest };
}
