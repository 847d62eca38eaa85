import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent, request } from 'undici';
import { AppConfig } from '../../common/config/app-config';
import { allowedTargets } from '../../common/gateway/allowed-targets';
import { AddressRefusedError, guardedConnector } from '../../common/gateway/guarded-connector';
import { PROGRAM_VERSION } from '../../common/program-version';
import { Clock } from '../../common/time/clock';
import { webhookSignature } from '../webhook-signature';

/** An endpoint has so long to answer. */
export const ANSWER_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Connections to one address. */
const CONNECTIONS = 32;
/** An answer's body is not needed; this much of it is read so that the connection can be used again. */
const ANSWER_BYTES_MAX = 16_384;

/** One attempt to deliver. */
export interface SignedDelivery {
  url: string;
  secrets: readonly string[];
  /** The id of the event. */
  id: string;
  body: string;
}

/** How an attempt ended: the status of the answer, or why there was none. */
export interface AttemptResult {
  at: Date;
  durationMs: number;
  httpStatus: number | null;
  error: string | null;
}

/** True when the endpoint has accepted the event. A redirect is no acceptance, and is not followed. */
export function isAccepted({ httpStatus }: AttemptResult): boolean {
  return httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
}

/** The reason in the words of the log, without addresses of the institution's own network. */
function reasonOf(error: unknown): string {
  if (error instanceof AddressRefusedError) return 'The address is private, and the operator does not allow it.';
  const { name, code } = error as { name?: string; code?: string };
  if (name === 'TimeoutError') return `No answer within ${ANSWER_TIMEOUT_MS / 1000} seconds.`;
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name does not resolve.';
    case 'ECONNREFUSED':
      return 'The connection was refused.';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'No connection could be made in time.';
    default:
      return `No answer (${code ?? name ?? 'unknown'}).`;
  }
}

/**
 * Sends signed events (Standard Webhooks): limited in time, without redirects, to public addresses by https and to the
 * private ones that the operator allows. The very address of the connection is checked.
 */
@Injectable()
export class EventSender implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(
    private readonly clock: Clock,
    config: AppConfig,
  ) {
    const ranges = config.webhookPrivateAddresses;
    this.agent = new Agent({
      connections: CONNECTIONS,
      pipelining: 1,
      connect: guardedConnector({
        allowPrivateAddresses: false,
        timeoutMs: CONNECT_TIMEOUT_MS,
        ...(ranges.length > 0 ? { isAllowedPrivate: allowedTargets(ranges) } : {}),
      }),
    });
  }

  /** Makes one attempt. Never throws. */
  async send({ url, secrets, id, body }: SignedDelivery): Promise<AttemptResult> {
    const at = this.clock.now();
    const startedAt = performance.now();
    const timestampSec = Math.floor(at.getTime() / 1000);
    const ended = (httpStatus: number | null, error: string | null): AttemptResult => ({
      at,
      durationMs: Math.round(performance.now() - startedAt),
      httpStatus,
      error,
    });
    try {
      const answer = await request(url, {
        method: 'POST',
        dispatcher: this.agent,
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          'user-agent': `corebank-webhooks/${PROGRAM_VERSION}`,
          'webhook-id': id,
          'webhook-timestamp': String(timestampSec),
          'webhook-signature': webhookSignature(secrets, { id, timestampSec, body }),
        },
        body,
      });
      await answer.body.dump({ limit: ANSWER_BYTES_MAX }).catch(() => undefined);
      return ended(answer.statusCode, null);
    } catch (error) {
      return ended(null, reasonOf(error));
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
  }
}
