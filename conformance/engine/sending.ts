import type { EndpointName } from '../../contract/endpoint-names.ts';
import type { Target } from '../../target/target.ts';
import type { CallOptions } from '../check-context.ts';
import type { Client } from '../http/client.ts';
import { Devices } from '../http/devices.ts';
import { type Exchange, wasFor } from '../http/exchange.ts';
import type { FormHeaders } from '../http/forms/other-forms.ts';
import type { ShownForms } from '../http/forms/taken-forms.ts';
import { buildRequest } from '../http/request.ts';
import { isPutOff } from '../http/retry.ts';
import { givenTokens } from '../http/token-of.ts';
import { NoResponse } from '../outcome.ts';
import type { Judgements } from '../rules/judgements.ts';
import { FormsOfRun } from './forms-of-run.ts';
import { HostOfLoans } from './host-of-loans.ts';
import { OneAtATime, writingOf } from './one-at-a-time.ts';
import type { Recorder } from './recorder.ts';
import { HostOfSessions } from './sessions/host-of-sessions.ts';

/** What requests are sent with. */
interface SendingParts {
  target: Target;
  client: Client;
  /** of what their forms are drawn by */
  seed: number;
  /** which forms another run has seen taken */
  formsBefore?: ShownForms | undefined;
  judgements: Judgements;
  /** told of every value that no artefact may show */
  onSecret(value: string): void;
  /** sends a loan request without a body to the usual host, to learn whether it serves that endpoint */
  tryLoans(): Promise<Exchange>;
}

/** How the requests of a run are sent: to which host, from which device and in which forms; judged by every rule. */
export class Sending {
  readonly #parts: SendingParts;
  readonly #hostOfLoans: HostOfLoans;
  readonly #hostOfSessions: HostOfSessions;
  readonly #forms: FormsOfRun;
  readonly #devices: Devices;
  readonly #oneAtATime = new OneAtATime();

  constructor(parts: SendingParts) {
    const { target, seed, formsBefore, tryLoans } = parts;
    this.#parts = parts;
    this.#hostOfLoans = new HostOfLoans(target, tryLoans);
    this.#hostOfSessions = new HostOfSessions(target);
    this.#forms = new FormsOfRun(target, seed, formsBefore);
    this.#devices = new Devices(target.users.customer?.email);
  }

  /** From now on requests are sent in forms that their endpoints have taken. */
  vary(): void {
    this.#forms.vary();
  }

  /** What was seen of forms so far. */
  shownForms(): ShownForms {
    return this.#forms.shown();
  }

  /** Whether a request meant to succeed would try forms that are not known yet. */
  hasUntried(endpoint: EndpointName, options: CallOptions): boolean {
    return this.#forms.hasUntried(endpoint, options, this.#devices.of(options).platform);
  }

  newKey(endpoint: EndpointName): string {
    return this.#forms.newKey(endpoint);
  }

  /** Sends a request to the host that serves it. */
  atHost(
    endpoint: EndpointName,
    options: CallOptions,
    recorder: Recorder,
    drawnBy: string,
  ): Promise<Exchange> {
    return this.#hostOfLoans.send(endpoint, options, (at) =>
      this.#hostOfSessions.send(endpoint, at, (there) =>
        this.call(endpoint, there, recorder, drawnBy),
      ),
    );
  }

  /**
   * Sends a request, in the second half of a run in forms that its endpoint has taken. One that is
   * meant to succeed tries others, and is sent again without them where they were refused.
   */
  async call(
    endpoint: EndpointName,
    options: CallOptions,
    recorder: Recorder,
    drawnBy: string,
  ): Promise<Exchange> {
    const about = { drawnBy, platform: this.#devices.of(options).platform };
    const { headers, tried } = this.#forms.choose(endpoint, options, about);
    const { 'x-idempotency-key': _, ...withoutKey } = headers;
    let forms = headers;
    let times = 0;
    const send = () => {
      const sent = this.send(endpoint, options, recorder, forms, drawnBy);
      // What is sent again alone is another request, so that its key is another, unless the check gave it.
      forms = withoutKey;
      times += 1;
      return sent;
    };
    const writing = writingOf(endpoint, options);
    const exchange = await (writing ? this.#oneAtATime.send(writing, send) : send());
    const asSent = times > 1 ? this.#forms.withoutKey(endpoint, options, tried) : tried;
    return this.#forms.learn(endpoint, options, asSent, exchange)
      ? this.call(endpoint, { ...options, meantToSucceed: false }, recorder, drawnBy)
      : exchange;
  }

  /** Sends a request in the forms given; rejects with NoResponse where no answer of the target's own came. */
  async send(
    endpoint: EndpointName,
    options: CallOptions,
    recorder: Recorder,
    forms: FormHeaders,
    sentFor: string,
  ): Promise<Exchange> {
    const device = this.#devices.of(options);
    const request = buildRequest(this.#parts.target, endpoint, options, { forms, device });
    for (const secret of request.secrets) {
      this.#parts.onSecret(secret);
    }
    const mark = this.#parts.judgements.sends(endpoint, options, request.plain.headers);
    const exchange = await recorder.sent(() =>
      this.#parts.client.send(request.plain, {
        sentFor,
        ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
      }),
    );
    wasFor(exchange, endpoint);
    for (const token of givenTokens(exchange)) {
      this.#devices.gave(token, exchange.request.headers);
      this.#parts.onSecret(token);
    }
    if (!exchange.response || (isPutOff(exchange) && options.patienceMs === undefined)) {
      throw new NoResponse(exchange);
    }
    if (!isPutOff(exchange)) {
      this.#parts.judgements.judge(endpoint, options, exchange, mark);
    }
    return exchange;
  }
}
