import { ENDPOINT_NAMES, type EndpointName } from '../../contract/endpoint-names.ts';
import { endpoint } from '../../contract/endpoints.ts';

const TEMPLATES = ENDPOINT_NAMES.map((name) => {
  const { method, path } = endpoint(name);
  const pattern = path.replaceAll(/\{[a-z-]+\}/g, '([^/]+)');
  return { name, method, pattern: new RegExp(`^${pattern}$`) };
});

/** The endpoint of section 4 that a method and a path (its query is ignored) belong to. */
export function endpointOf(method: string, path: string): EndpointName | undefined {
  const [pathname = ''] = path.split('?');
  return TEMPLATES.find((each) => each.method === method && each.pattern.test(pathname))?.name;
}

/** The value of the one `{parameter}` of an endpoint's path, such as the user-id of repay-loan. */
export function pathParameterOf(method: string, path: string): string | undefined {
  const [pathname = ''] = path.split('?');
  for (const each of TEMPLATES) {
    const value = each.method === method ? each.pattern.exec(pathname)?.[1] : undefined;
    if (value !== undefined) {
      return decodeURIComponent(value);
    }
  }
  return undefined;
}
