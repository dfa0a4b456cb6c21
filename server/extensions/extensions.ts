import type { Hono } from 'hono';
import { permit } from '../authorization/authorize.ts';
import type { ExtensionName } from '../authorization/rights.ts';
import type { AppEnv, Dependencies } from '../dependencies.ts';
import { authenticate } from '../http/authenticate.ts';
import { patiently } from '../http/patience.ts';
import {
  listPayloadKeys,
  retirePayloadKey,
  rotatePayloadKey,
} from '../payload-encryption/payload-key-routes.ts';
import type { GuardedRoute } from '../routes/route.ts';
import {
  changeServiceClientKeys,
  createServiceClient,
  listServiceClients,
  removeServiceClient,
} from '../server-to-server/service-client-routes.ts';
import {
  listWebhookDeliveries,
  replayWebhookDelivery,
  showWebhookDelivery,
} from '../webhooks/webhook-deliveries.ts';
import {
  createWebhookEndpoint,
  listWebhookEndpoints,
  removeWebhookEndpoint,
  rotateWebhookSecret,
} from '../webhooks/webhook-endpoints.ts';
import { createApiToken, listApiTokens, revokeApiToken, rotateApiToken } from './api-tokens.ts';
import { disburseLoan } from './disburse-loan.ts';
import { listLoanProducts } from './list-loan-products.ts';
import { repaymentInstructions } from './repayment-instructions.ts';
import { sendOffer } from './send-offer.ts';
import { verifyRepayment } from './verify-repayment.ts';

/** Where everything is that the specification does not have at all. */
const OURS = '/extensions/v1';

interface Extension {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  route: (dependencies: Dependencies) => GuardedRoute;
}

/** Each extension; who may call it is in server/authorization/rights.ts. */
const EXTENSIONS: Readonly<Record<ExtensionName, Extension>> = {
  'list-loan-products': {
    method: 'GET',
    path: `${OURS}/loan-products`,
    route: listLoanProducts,
  },
  'send-offer': {
    method: 'POST',
    path: `${OURS}/loan-applications/:id/offer`,
    route: sendOffer,
  },
  'disburse-loan': {
    method: 'POST',
    path: `${OURS}/loan-applications/:id/disbursement`,
    route: disburseLoan,
  },
  'repayment-instructions': {
    method: 'GET',
    path: '/api/v1/services/user/repayment-instructions/:id',
    route: repaymentInstructions,
  },
  'verify-repayment': {
    method: 'PUT',
    path: `${OURS}/repayments/:id/verification`,
    route: verifyRepayment,
  },
  'list-api-tokens': { method: 'GET', path: `${OURS}/api-tokens`, route: listApiTokens },
  'create-api-token': { method: 'POST', path: `${OURS}/api-tokens`, route: createApiToken },
  'rotate-api-token': {
    method: 'POST',
    path: `${OURS}/api-tokens/:id/rotate`,
    route: rotateApiToken,
  },
  'revoke-api-token': {
    method: 'DELETE',
    path: `${OURS}/api-tokens/:id`,
    route: revokeApiToken,
  },
  'list-webhook-endpoints': {
    method: 'GET',
    path: `${OURS}/webhook-endpoints`,
    route: listWebhookEndpoints,
  },
  'create-webhook-endpoint': {
    method: 'POST',
    path: `${OURS}/webhook-endpoints`,
    route: createWebhookEndpoint,
  },
  'remove-webhook-endpoint': {
    method: 'DELETE',
    path: `${OURS}/webhook-endpoints/:id`,
    route: removeWebhookEndpoint,
  },
  'rotate-webhook-secret': {
    method: 'POST',
    path: `${OURS}/webhook-endpoints/:id/rotate`,
    route: rotateWebhookSecret,
  },
  'list-webhook-deliveries': {
    method: 'GET',
    path: `${OURS}/webhook-endpoints/:id/deliveries`,
    route: listWebhookDeliveries,
  },
  'show-webhook-delivery': {
    method: 'GET',
    path: `${OURS}/webhook-deliveries/:id`,
    route: showWebhookDelivery,
  },
  'replay-webhook-delivery': {
    method: 'POST',
    path: `${OURS}/webhook-deliveries/:id/replay`,
    route: replayWebhookDelivery,
  },
  'list-service-clients': {
    method: 'GET',
    path: `${OURS}/service-clients`,
    route: listServiceClients,
  },
  'create-service-client': {
    method: 'POST',
    path: `${OURS}/service-clients`,
    route: createServiceClient,
  },
  'change-service-client-keys': {
    method: 'PUT',
    path: `${OURS}/service-clients/:id/keys`,
    route: changeServiceClientKeys,
  },
  'remove-service-client': {
    method: 'DELETE',
    path: `${OURS}/service-clients/:id`,
    route: removeServiceClient,
  },
  'list-payload-keys': {
    method: 'GET',
    path: `${OURS}/payload-keys`,
    route: listPayloadKeys,
  },
  'rotate-payload-key': {
    method: 'POST',
    path: `${OURS}/payload-keys`,
    route: rotatePayloadKey,
  },
  'retire-payload-key': {
    method: 'DELETE',
    path: `${OURS}/payload-keys/:id`,
    route: retirePayloadKey,
  },
};

/**
 * What the specification names without showing it: loan products, the move from REQUESTED to
 * OFFER_SENT, paying out, repayment instructions, the verification of repayments, and API tokens.
 * Paths, bodies and roles are ours (see CHOICES.md); the conformance suite knows nothing of them.
 */
export function addExtensions(app: Hono<AppEnv>, dependencies: Dependencies): void {
  for (const name of Object.keys(EXTENSIONS) as ExtensionName[]) {
    const { method, path, route } = EXTENSIONS[name];
    const answering = route(dependencies);
    app.on(
      method,
      path,
      patiently((c) => {
        const caller = authenticate(c, dependencies);
        permit(caller, name);
        return answering(c, caller);
      }),
    );
  }
}
