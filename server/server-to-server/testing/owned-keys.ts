import { randomUUID } from 'node:crypto';
import { SERVER_TO_SERVER } from '../../../contract/extensions/server-to-server.ts';
import type { User } from '../../store/users.ts';
import type { TestServer } from '../../test-client.ts';

/** Makes service clients and payload keys of any user or his organisation, past all routes. */
export function ownedKeys({ dependencies: { store } }: TestServer) {
  const { jwks } = SERVER_TO_SERVER['create-service-client'].request.example;

  const serviceClient = ({ id: userId }: User): string => {
    const id = randomUUID();
    store.serviceClients.add({ id, userId, name: 'of a test', createdAt: 0, jwks, jwksUri: null });
    return id;
  };

  const [shape] = jwks.keys;

  /** One that opens nothing, since it has no private part. */
  const payloadKey = ({ tenantId }: User): string => {
    const kid = randomUUID();
    store.payloadKeys.rotate({ kid, tenantId, privateJwk: { ...shape } }, 1e15, 0);
    return kid;
  };

  return { jwks, serviceClient, payloadKey };
}
