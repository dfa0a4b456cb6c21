import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { EXTENSIONS } from '../../contract/extensions/index.ts';
import { TOKEN_ENDPOINT } from '../../contract/extensions/server-to-server.ts';
import { testServer } from '../test-client.ts';

it.each([
  ['/openapi.json', '3.1.0'],
  ['/openapi-3.0.json', '3.0.3'],
])(
  '%s tells the nine endpoints and the extensions at the address that was asked, without a token',
  async (path, version) => {
    const response = await testServer().fetch(new Request(`http://127.0.0.1:8080${path}`));
    expect(response.status).toBe(200);
    const document = JSON.parse(await response.text());
    expect(document).toMatchObject({
      openapi: version,
      servers: [{ url: 'http://127.0.0.1:8080' }],
    });
    const known = [...Object.values(ENDPOINTS), ...Object.values(EXTENSIONS), TOKEN_ENDPOINT];
    expect(Object.keys(document.paths)).toEqual([...new Set(known.map(({ path }) => path))]);
  },
);
