import type { PostingOrigin } from '../engine/posting.entity';
import type { MovementRequest } from '../engine/posting-request';
import type { Movement } from './movement-planners';

/** A movement as holds and approvals store it (jsonb), with all that its execution needs. */
export interface StoredMovement {
  operation: string;
  /** The origin of the movement. */
  channel: PostingOrigin;
  endpoint: string;
  actor: string;
  payload: Record<string, unknown>;
  /** In hexadecimal digits. */
  fingerprint: string;
  requestReference: string | null;
}

export function storeMovement({ operation, source, origin }: MovementRequest): StoredMovement {
  const { endpoint, actor, payload, fingerprint, requestReference } = source;
  return {
    operation: operation.name,
    channel: origin,
    endpoint,
    actor,
    payload: { ...payload },
    fingerprint,
    requestReference: requestReference ?? null,
  };
}

export function restoreMovement(institutionId: number, stored: StoredMovement): Movement {
  const { channel, endpoint, actor, payload, fingerprint, requestReference } = stored;
  return {
    institutionId,
    origin: channel,
    source: { endpoint, actor, payload, fingerprint, requestReference: requestReference ?? undefined },
  };
}
