import type { EndpointName } from '../../contract/endpoint-names.ts';
import { type Change, edit, editBody, type Which } from '../servers/answers.ts';
import type { Layer } from '../servers/exchange-layer.ts';
import { objectOf } from '../servers/requests.ts';

/** Answers that succeed: 2xx, and no FAILED in the body, since other choices may refuse with 200. */
export const succeeded: Which = ({ status, body }) =>
  status >= 200 && status < 300 && objectOf(body)?.status !== 'FAILED';

/** Changes a place of an endpoint's successful answers. */
export function editSuccess(endpoint: EndpointName, path: string, change: Change): Layer {
  return edit(endpoint, path, change, succeeded);
}

/** Makes an endpoint's successful answers over. */
export function remake(endpoint: EndpointName, change: (body: unknown) => unknown): Layer {
  return editBody(endpoint, change, succeeded);
}
