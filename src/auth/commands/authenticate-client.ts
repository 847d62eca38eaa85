import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { commonErrors } from '../../common/errors/common.errors';
import { attemptSource } from '../../common/http/client-address';
import { Clock } from '../../common/time/clock';
import { addressCheck } from '../allowed-addresses';
import { ApiClient } from '../api-client.entity';
import { authErrors } from '../auth.errors';
import type { AuthenticateBody } from '../authenticate.dto';
import { AuthenticationFailures } from '../authentication-failures';
import { AuthenticationLimits } from '../authentication-limits';
import { ClientDirectory } from '../client-directory.entity';
import { effectiveStatus } from '../client-inactivity';
import { secretSetAt } from '../client-secrets';
import { ClientUse } from '../client-use';
import { TokenOutcome } from '../token-outcome';
import { type IssuedToken, Tokens } from '../tokens';
import { UnknownSignIns } from '../unknown-sign-ins';

/** Institution in which an unknown client is looked up, so that every refusal takes the same steps. */
const ANY_INSTITUTION_ID = 1;

/** Exchanges a key pair for an access token. */
export class AuthenticateClient extends Command<TokenOutcome<IssuedToken>> {
  constructor(
    readonly body: AuthenticateBody,
    /** IP address of the caller. */
    readonly source: string,
  ) {
    super();
  }
}

@CommandHandler(AuthenticateClient)
export class AuthenticateClientHandler implements ICommandHandler<AuthenticateClient> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly clientUse: ClientUse,
    private readonly tokens: Tokens,
    private readonly limits: AuthenticationLimits,
    private readonly failures: AuthenticationFailures,
    private readonly unknownSignIns: UnknownSignIns,
  ) {}

  async execute({ body, source: address }: AuthenticateClient): Promise<TokenOutcome<IssuedToken>> {
    const source = attemptSource(address);
    this.limits.admitClient(body.clientId, source);
    const attemptHash = this.failures.attemptHash(body.clientId, source);
    const { client, hasFailed } = await this.find(body.clientId, attemptHash);
    const now = this.clock.now();
    const setAt = secretSetAt(client, body.clientSecret, now);
    if (!client || !setAt || effectiveStatus(client, now) !== 'Active') {
      await this.failures.record(attemptHash);
      if (!client) this.unknownSignIns.record(source);
      throw authErrors.API_KEY_INACTIVE();
    }
    if (hasFailed) await this.failures.forget(attemptHash);
    // Only who knows the secret learns from where it may be used.
    if (!addressCheck(client.allowedAddresses)(address)) throw commonErrors.ADDRESS_NOT_ALLOWED();
    this.clientUse.record(client.institutionId, client.clientId);
    return new TokenOutcome(await this.tokens.issue('api-client', client.clientId, client.institutionId, setAt));
  }

  private async find(
    clientId: string,
    attemptHash: string,
  ): Promise<{ client: ApiClient | undefined; hasFailed: boolean }> {
    const { entry, hasFailed } = await this.unitOfWork.routing(async (tx) => ({
      hasFailed: await this.failures.assertNotLocked(tx, attemptHash),
      entry: await tx.findOneBy(ClientDirectory, { clientId }),
    }));
    const institutionId = entry?.institutionId ?? ANY_INSTITUTION_ID;
    const client = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(ApiClient, { institutionId, clientId }),
    );
    return { client: client ?? undefined, hasFailed };
  }
}
