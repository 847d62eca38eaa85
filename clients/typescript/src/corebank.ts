import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/api.js';
import { moveOnce, type RetryRules } from './movements.js';
import type { Done, MovementOutcome, Sent } from './outcomes.js';
import { newReference } from './references.js';
import { refusalOf } from './refusals.js';
import { AccessTokens, type Credentials } from './tokens.js';
import {
  LOCAL_TRANSFER,
  type LocalTransfer,
  OUTWARD_TRANSFER,
  type OutwardTransfer,
  type TransferRoute,
} from './transfer-routes.js';

/** The bodies and answers of the document by name. */
export type Schemas = components['schemas'];

export interface CorebankOptions extends Credentials, Partial<RetryRules> {
  /** Address of the service, such as `https://bank.example`. */
  baseUrl: string;
  /** Time for one request; default 30 seconds. */
  timeoutMs?: number;
  /** Replaces `fetch`, for proxies and tests. */
  fetch?: typeof fetch;
}

/** The API channel of an institution, with the rights of one API client. */
export class Corebank {
  /**
   * Every operation of the document, with the types of its fields. It signs in by itself and gives a write without a
   * `request-reference` a new one; it repeats no request but one whose token was refused.
   */
  readonly api: Client<paths>;
  private readonly baseUrl: string;
  private readonly tokens: AccessTokens;
  private readonly send: typeof fetch;
  private readonly rules: RetryRules;

  constructor(options: CorebankOptions) {
    const { fetch: given = fetch, timeoutMs = 30_000, attempts = 5, pauseMs = 500, baseUrl } = options;
    const { clientId, clientSecret } = options;
    this.baseUrl = baseUrl;
    this.send = (input, init = {}) => {
      // The signal of a caller of `api` is that of its request, which a signal beside it would replace.
      const signals = [AbortSignal.timeout(timeoutMs), ...(input instanceof Request ? [input.signal] : [])];
      return given(input, { ...init, signal: AbortSignal.any(signals) });
    };
    this.rules = { attempts, pauseMs };
    this.tokens = new AccessTokens(baseUrl, { clientId, clientSecret }, this.send);
    this.api = createClient<paths>({ baseUrl, fetch: (request) => this.authorised(request) });
  }

  /**
   * Moves money between two accounts or ledgers of the institution, once.
   * @param reference of the movement; keep it before the call, so that a restart can ask again
   */
  localTransfer(transfer: LocalTransfer, reference = newReference()): Promise<MovementOutcome<Done>> {
    return this.move(LOCAL_TRANSFER, transfer, reference);
  }

  /** Moves money to an account at another institution, once. The transfer's `transactionReference` is asked about. */
  outwardTransfer(
    transfer: OutwardTransfer,
    reference = transfer.transactionReference,
  ): Promise<MovementOutcome<Sent>> {
    return this.move(OUTWARD_TRANSFER, transfer, reference);
  }

  private move<Body, Success>(
    route: TransferRoute<Body, Success>,
    transfer: Body,
    reference: string,
    amlApprovalReference?: string,
  ): Promise<MovementOutcome<Success>> {
    const body = JSON.stringify({ ...transfer, amlApprovalReference });
    const headers = { 'content-type': 'application/json', 'request-reference': reference };
    return moveOnce<MovementOutcome<Success>>(
      {
        reference,
        send: () => this.authorised(new Request(`${this.baseUrl}${route.path}`, { method: 'POST', headers, body })),
        read: (response) => this.outcomeOf(response, route, transfer, reference),
        query: () => this.query(route, transfer, reference),
      },
      this.rules,
    );
  }

  private async outcomeOf<Body, Success>(
    response: Response,
    route: TransferRoute<Body, Success>,
    transfer: Body,
    reference: string,
  ): Promise<MovementOutcome<Success>> {
    const { data } = (await response.json()) as { data: Record<string, unknown> };
    if (response.status === 200)
      return route.read(data, reference, response.headers.get('idempotent-replayed') === 'true');
    const accepted = data as Schemas['AmlHold'] | Schemas['PendingApproval'];
    const { approvalId } = accepted;
    if (accepted.statusCode === 'PENDING_APPROVAL') return { kind: 'pending-approval', reference, approvalId };
    const { reason, amlApprovalReference } = accepted;
    const retry = (): Promise<MovementOutcome<Success>> =>
      this.move(route, transfer, newReference(), amlApprovalReference);
    return { kind: 'held', reference, approvalId, reason, amlApprovalReference, retry };
  }

  private async query<Body, Success>(
    route: TransferRoute<Body, Success>,
    transfer: Body,
    reference: string,
  ): Promise<Success | undefined> {
    const response = await this.authorised(new Request(`${this.baseUrl}${route.queryPath(transfer, reference)}`));
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw await refusalOf(response);
    const { data } = (await response.json()) as { data: Record<string, unknown> };
    return route.readStatus(data, reference);
  }

  /** Sends a request with a token, and once more with a new one when the service refuses the token. */
  private async authorised(request: Request): Promise<Response> {
    if (request.method !== 'GET' && !request.headers.has('request-reference'))
      request.headers.set('request-reference', newReference());
    const again = request.clone();
    const token = await this.tokens.current();
    request.headers.set('authorization', `Bearer ${token}`);
    const response = await this.send(request);
    if (response.status !== 401) return response;
    this.tokens.forget(token);
    again.headers.set('authorization', `Bearer ${await this.tokens.current()}`);
    return this.send(again);
  }
}
