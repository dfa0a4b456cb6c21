import type { Hono } from 'hono';
import {
  EXTENSION_NAMES,
  EXTENSIONS,
  type ExtensionName,
} from '../../contract/extensions/index.ts';
import { permit } from '../authorization/authorize.ts';
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
import {
  createApiToken,
  deleteApiToken,
  invalidateApiToken,
  listApiTokens,
  rotateApiToken,
} from './api-tokens.ts';
import { changeCollection } from './change-collection.ts';
import { declineApplication } from './decline-application.ts';
import { disburseLoan } from './disburse-loan.ts';
import { listLoanProducts } from './list-loan-products.ts';
import {
  completePayment,
  confirmPayment,
  payLater,
  receivePayment,
} from './payments/follow-up-payment.ts';
import { paymentMethodCharges, supportedPaymentMethods } from './payments/payment-methods.ts';
import { permissionMatrix } from './permission-matrix.ts';
import { repaymentInstructions } from './repayment-instructions.ts';
import { sendOffer } from './send-offer.ts';
import { listTransactions, viewTransaction } from './transactions/list-transactions.ts';
import { reportTransactions } from './transactions/report-transactions.ts';
import { changeUserStatus, createUser, listUsers, viewUser } from './users/manage-users.ts';
import { updateProfile, viewProfile } from './users/profile.ts';
import { verifyRepayment } from './verify-repayment.ts';

/** What answers each extension; who may call it is in server/authorization/. */
const ROUTES: Readonly<Record<ExtensionName, (dependencies: Dependencies) => GuardedRoute>> = {
  'list-loan-products': listLoanProducts,
  'send-offer': sendOffer,
  'decline-application': declineApplication,
  'disburse-loan': disburseLoan,
  'change-collection': changeCollection,
  'repayment-instructions': repaymentInstructions,
  'verify-repayment': verifyRepayment,
  'confirm-payment': confirmPayment,
  'pay-later': payLater,
  'receive-payment': receivePayment,
  'complete-payment': completePayment,
  'supported-payment-methods': supportedPaymentMethods,
  'payment-method-charges': paymentMethodCharges,
  'list-transactions': listTransactions,
  'view-transaction': viewTransaction,
  'report-transactions': reportTransactions,
  'list-users': listUsers,
  'create-user': createUser,
  'view-user': viewUser,
  'change-user-status': changeUserStatus,
  'view-profile': viewProfile,
  'update-profile': updateProfile,
  'list-api-tokens': listApiTokens,
  'create-api-token': createApiToken,
  'rotate-api-token': rotateApiToken,
  'invalidate-api-token': invalidateApiToken,
  'delete-api-token': deleteApiToken,
  'permission-matrix': permissionMatrix,
  'list-webhook-endpoints': listWebhookEndpoints,
  'create-webhook-endpoint': createWebhookEndpoint,
  'remove-webhook-endpoint': removeWebhookEndpoint,
  'rotate-webhook-secret': rotateWebhookSecret,
  'list-webhook-deliveries': listWebhookDeliveries,
  'show-webhook-delivery': showWebhookDelivery,
  'replay-webhook-delivery': replayWebhookDelivery,
  'list-service-clients': listServiceClients,
  'create-service-client': createServiceClient,
  'change-service-client-keys': changeServiceClientKeys,
  'remove-service-client': removeServiceClient,
  'list-payload-keys': listPayloadKeys,
  'rotate-payload-key': rotatePayloadKey,
  'retire-payload-key': retirePayloadKey,
};

/**
 * What the specification names without showing it. Paths, bodies and roles are ours (see CHOICES.md
 * and `contract/extensions/`); the conformance suite knows nothing of them.
 */
export function addExtensions(app: Hono<AppEnv>, dependencies: Dependencies): void {
  for (const name of EXTENSION_NAMES) {
    const { method, path } = EXTENSIONS[name];
    const answering = ROUTES[name](dependencies);
    app.on(
      method,
      path.replace('{id}', ':id'),
      patiently((c) => {
        const caller = authenticate(c, dependencies);
        permit(caller, name);
        return answering(c, caller);
      }),
    );
  }
}
