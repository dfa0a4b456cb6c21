import type { EndpointName } from '../../../contract/endpoint-names.ts';
import type { Target } from '../../../target/target.ts';
import type { CallOptions } from '../../check-context.ts';
import type { Client } from '../../http/client.ts';
import { Devices } from '../../http/devices.ts';
import { type Exchange, wasFor } from '../../http/exchange.ts';
import type { FormHeaders, SeenForms, Writing } from '../../http/forms/other-forms.ts';
import type { ShownForms } from '../../http/forms/taken-forms.ts';
import { headerValue } from '../../http/header-value.ts';
import { buildRequest } from '../../http/request.ts';
import { isPutOff } from '../../http/retry.ts';
import { givenTokens } from '../../http/token-of.ts';
import { NoResponse } from '../../outcome.ts';
import type { Judgements } from '../../rules/judgements.ts';
import type { Recorder } from '../recorder.ts';
import { HostOfSessions } from '../sessions/host-of-sessions.ts';
import { FormsOfRun } from './forms-of-run.ts';
import { HostOfLoans } from './host-of-loans.ts';
import { OneAtATime, writingOf } from './one-at-a-time.ts';
import { OwnLimits, subjectOf } from './own-limits.ts';

const KEY = 'x-idempotency-key';

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
  readonly #limits = new Map<EndpointName, OwnLimits>();
  /** by x-idempotency-key, how its first request was written */
  readonly #writtenUnder = new Map<string, Writing>();

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

  /** What was seen so far of the forms of a part of requests. */
  formsOf(part: string): SeenForms {
    return this.#forms.formsOf(part);
  }

  /** Whether an endpoint has not shown yet of a form that nobody may refuse whether it is taken. */
  hasNotShown(endpoint: EndpointName): boolean {
    return this.#forms.hasNotShown(endpoint);
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
    const { headers, writing, tried } = this.#forms.choose(endpoint, options, about);
    const { 'x-idempotency-key': _, ...withoutKey } = headers;
    let forms = headers;
    let times = 0;
    const send = () => {
      const sent = this.send(endpoint, options, recorder, { headers: forms, writing }, drawnBy);
      // What is sent again alone is another request, so that its key is another, unless the check gave it.
      forms = withoutKey;
      times += 1;
      return sent;
    };
    const queued = writingOf(endpoint, options);
    const exchange = await (queued ? this.#oneAtATime.send(queued, send) : send());
    if (endpoint === 'login' && this.#forms.isOfMediaType(headers, exchange)) {
      // It says nothing of who logs in, nor of how many sessions they have.
      const usual = { ...options, inUsualForms: true, meantToSucceed: false };
      const plain = await this.call(endpoint, usual, recorder, drawnBy);
      this.#forms.compareMediaTypes(endpoint, headers, { refused: exchange, plain });
      return plain;
    }
    const asSent = times > 1 ? this.#forms.withoutKey(endpoint, options, tried) : tried;
    if (!this.#forms.learn(endpoint, options, asSent, exchange)) {
      return exchange;
    }
    const again = { ...options, meantToSucceed: false };
    const plain = await this.call(endpoint, again, recorder, drawnBy);
    this.#forms.compare(endpoint, asSent, { refused: exchange, plain });
    return plain;
  }

  /** How a request is written: one under a key of before as that was, since a target may hold the texts together. */
  #asBefore({ headers = {} }: CallOptions, writing: Writing): Writing {
    const key = headers[KEY];
    const before = key ? this.#writtenUnder.get(key) : undefined;
    const { names } = writing;
    return before ? { ...before, ...(names && { names }) } : writing;
  }

  /** Sends a request in the forms given; rejects with NoResponse where no answer of the target's own came. */
  async send(
    endpoint: EndpointName,
    options: CallOptions,
    recorder: Recorder,
    { headers, writing = {} }: { headers?: FormHeaders; writing?: Writing },
    sentFor: string,
  ): Promise<Exchange> {
    const device = this.#devices.of(options);
    const request = buildRequest(this.#parts.target, endpoint, options, {
      ...(headers && { forms: headers }),
      writing: this.#asBefore(options, writing),
      device,
    });
    const key = headerValue(request.plain.headers, KEY);
    if (key !== undefined) {
      const { names: _, ...json } = writing;
      this.#writtenUnder.set(key, this.#writtenUnder.get(key) ?? json);
    }
    for (const secret of request.secrets) {
      this.#parts.onSecret(secret);
    }
    const mark = this.#parts.judgements.sends(endpoint, options, request.plain.headers);
    // Of what one customer or loan is refused, another may be served.
    const subject = subjectOf(endpoint, request.plain, options);
    const limits = this.#limits.get(endpoint) ?? new OwnLimits();
    this.#limits.set(endpoint, limits);
    const isValid = options.meantToSucceed !== undefined;
    const began = performance.now();
    const exchange = await recorder.sent(() =>
      this.#parts.client.send(request.plain, {
        sentFor,
        ...(options.patienceMs !== undefined && { patienceMs: options.patienceMs }),
        ...(isValid && subject !== undefined && { mostRetries: limits.mostRetries(subject) }),
      }),
    );
    wasFor(exchange, endpoint);
    for (const token of givenTokens(exchange)) {
      const [uuid, platform] = ['uuid', 'platform'].map((name) =>
        headerValue(exchange.request.headers, name),
      );
      this.#devices.gave(token, { ...(uuid && { uuid }), ...(platform && { platform }) });
      this.#parts.onSecret(token);
    }
    const mayTell = subject !== undefined && (isValid || !isPutOff(exchange));
    if (mayTell && limits.learns(subject, exchange, began, performance.now())) {
      return exchange;
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
