import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../common/cache/short-lived-cache';
import { randomToken, sha256 } from '../common/crypto/digest';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { ClientActor } from '../common/http/actor';
import { Clock } from '../common/time/clock';
import { ApiClient } from './api-client.entity';
import { authErrors } from './auth.errors';
import { ClientDirectory } from './client-directory.entity';

/** How long a change made by another process stays unseen. */
const STALE_AFTER_MS = 20_000;
const CACHED_CLIENTS = 10_000;

const CLIENT_ID_BYTES = 15;
const SECRET_BYTES = 32;

export interface NewApiClient {
  institutionId: number;
  name: string;
  parentAccountNumber?: string;
  /** Fixed credentials of a sandbox; otherwise they are made. */
  credentials?: { clientId: string; clientSecret: string };
}

/** A client and its secret, which is shown once and stored nowhere. */
export interface IssuedApiClient {
  client: ApiClient;
  clientSecret: string;
}

/** What a live token's client may do now. */
export interface ClientStanding {
  isActive: boolean;
  secretChangedAt: Date;
  actor: ClientActor;
}

/** The API clients of an institution. */
@Injectable()
export class ApiClients {
  private readonly cache = shortLivedCache<ClientStanding>({
    ttlMs: STALE_AFTER_MS,
    max: CACHED_CLIENTS,
  });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** From a short cache, as it is asked on every request. Undefined when the institution has no such client. */
  standing(institutionId: number, clientId: string): ClientStanding | undefined | Promise<ClientStanding | undefined> {
    const key = `${institutionId}|${clientId}`;
    return this.cache.get(key) ?? this.cache.fetch(key, { context: () => this.readStanding(institutionId, clientId) });
  }

  private async readStanding(institutionId: number, clientId: string): Promise<ClientStanding | undefined> {
    const client = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(ApiClient, { institutionId, clientId }),
    );
    if (!client) return undefined;
    const parentAccountNumber = client.parentAccountNumber ?? undefined;
    const actor: ClientActor = { kind: 'api-client', institutionId, id: clientId, parentAccountNumber };
    return { isActive: client.status === 'Active', secretChangedAt: client.secretChangedAt, actor };
  }

  /** To be called after a change to the client was committed. */
  forget(institutionId: number, clientId: string): void {
    this.cache.delete(`${institutionId}|${clientId}`);
  }

  /** Locks the client for a change. @throws API_CLIENT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, clientId: string): Promise<ApiClient> {
    const client = await tx.findOne(ApiClient, {
      where: { institutionId, clientId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!client) throw authErrors.API_CLIENT_NOT_FOUND(`There is no API client ${clientId}.`);
    return client;
  }

  /** Makes a client and its key pair. */
  async issue(
    tx: Tx,
    { institutionId, name, parentAccountNumber, credentials }: NewApiClient,
  ): Promise<IssuedApiClient> {
    const clientId = credentials?.clientId ?? randomToken(CLIENT_ID_BYTES);
    const clientSecret = credentials?.clientSecret ?? randomToken(SECRET_BYTES);
    const now = this.clock.now();
    const client: ApiClient = {
      institutionId,
      id: await this.ids.next(),
      clientId,
      secretHash: sha256(clientSecret),
      secretChangedAt: now,
      name,
      status: 'Active',
      parentAccountNumber: parentAccountNumber ?? null,
      lastUsedAt: null,
      reactivatedAt: null,
      createdAt: now,
    };
    await tx.insert(ApiClient, client);
    await tx.insert(ClientDirectory, { clientId, institutionId });
    return { client, clientSecret };
  }

  /** Gives a locked client a new secret and makes it active; the old secret and its tokens are over. */
  async regenerate(tx: Tx, client: ApiClient): Promise<IssuedApiClient> {
    const clientSecret = randomToken(SECRET_BYTES);
    const now = this.clock.now();
    const changes = {
      secretHash: sha256(clientSecret),
      secretChangedAt: now,
      status: 'Active' as const,
      reactivatedAt: now,
    };
    await tx.update(ApiClient, { institutionId: client.institutionId, id: client.id }, changes);
    return { client: { ...client, ...changes }, clientSecret };
  }
}
