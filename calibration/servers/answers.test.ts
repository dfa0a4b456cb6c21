import { describe, expect, it } from 'vitest';
import { becomes, changed, edit, gone, renamed, replace, withStatus } from './answers.ts';
import { jsonAnswer, type Layer, type PlainRequest, stacked } from './exchange-layer.ts';
import { amend, supplyHeader, withPathParameter, withQuery } from './requests.ts';

const request: PlainRequest = {
  method: 'GET',
  path: '/api/v1/user/portfolios/abc?page=1',
  headers: {},
  body: '',
};
const body = { status: 'SUCCESS', list: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] };

/** What a client gets through layers from a server that answers `body`. */
async function through(layers: Layer[], status = 200) {
  const context = { endpoint: 'portfolios', host: 'base', memory: new Map() } as never;
  const seen: PlainRequest[] = [];
  const response = await stacked(layers)(
    request,
    async (passed) => {
      seen.push(passed);
      return jsonAnswer(status, body);
    },
    context,
  );
  return { json: JSON.parse(response.body), status: response.status, seen };
}

describe('layers that change answers', () => {
  it.each([
    ['every entry', 'list/*/id', ['x', 'x', 'x']],
    ['the first entry', 'list/first/id', ['x', 'b', 'c']],
    ['the last entry', 'list/last/id', ['a', 'b', 'x']],
  ])('reach %s', async (_, path, ids) => {
    const { json } = await through([edit('portfolios', path, becomes('x'))]);
    expect(json.list.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  it('leave out, rename and compute', async () => {
    const { json } = await through([
      edit('portfolios', 'list/first/id', gone),
      edit('portfolios', 'status', renamed('state')),
      edit(
        'portfolios',
        'list/last/id',
        changed((id) => `${id}!`),
      ),
    ]);
    expect(json).toEqual({ state: 'SUCCESS', list: [{}, { id: 'b' }, { id: 'c!' }] });
  });

  it('leave other endpoints, and answers that are not meant, alone', async () => {
    expect((await through([edit('login', 'status', gone)])).json).toEqual(body);
    expect((await through([edit('portfolios', 'status', gone)], 403)).json).toEqual(body);
    const forbidden = edit('portfolios', 'status', gone, withStatus(403));
    expect((await through([forbidden], 403)).json).not.toHaveProperty('status');
  });

  it('do nothing where the path leads nowhere', async () => {
    const { json } = await through([edit('portfolios', 'data/deep/er', becomes(1))]);
    expect(json).toEqual(body);
  });

  it('see an answer in the reverse order of the request', async () => {
    const { json } = await through([
      edit('portfolios', 'status', becomes('outer')),
      replace('portfolios', (response) => ({ ...response, body: '{"status":"inner"}' })),
    ]);
    expect(json).toEqual({ status: 'outer' });
  });
});

describe('layers that change requests', () => {
  it('fill in a header only where it is missing', async () => {
    const supply = supplyHeader('portfolios', 'uuid', 'device');
    const { seen } = await through([supply, supplyHeader('portfolios', 'uuid', 'other')]);
    expect(seen[0]?.headers).toEqual({ uuid: 'device' });
  });

  it('set and take out query parameters and exchange the path parameter', async () => {
    const { seen } = await through([
      amend('portfolios', (each) => withQuery(each, { page: null, size: '5' })),
      amend('portfolios', (each) => withPathParameter(each, 'xyz')),
    ]);
    expect(seen[0]?.path).toBe('/api/v1/user/portfolios/xyz?size=5');
  });
});
