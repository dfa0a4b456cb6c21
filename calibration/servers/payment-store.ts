import type { Dependencies } from '../../server/dependencies.ts';
import type { PaymentQuery } from '../../server/store/payments.ts';

/** The store with another query than the one asked for. */
export const asks =
  (change: (query: PaymentQuery, right: Dependencies) => PaymentQuery) =>
  (right: Dependencies): Dependencies => ({
    ...right,
    store: {
      ...right.store,
      payments: { list: (query) => right.store.payments.list(change(query, right)) },
    },
  });

/** The store with other payments than it should list, judged over the whole list. */
export const lists =
  (
    change: (
      all: ReturnType<Dependencies['store']['payments']['list']>,
      query: PaymentQuery,
    ) => unknown[],
  ) =>
  (right: Dependencies): Dependencies => ({
    ...right,
    store: {
      ...right.store,
      payments: {
        list: (query) => {
          const all = right.store.payments.list({ ...query, limit: 100_000, offset: 0 });
          const wrong = change(all, query) as typeof all;
          return wrong.slice(query.offset, query.offset + query.limit);
        },
      },
    },
  });
