import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { equalInConstantTime, sha256 } from '../../common/crypto/digest';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { ApiClient } from '../api-client.entity';
import { AttemptLimiter } from '../attempt-limiter';
import { authErrors } from '../auth.errors';
import type { AuthenticateBody } from '../authenticate.dto';
import { ClientDirectory } from '../client-directory.entity';
import { effectiveStatus } from '../client-inactivity';
import { ClientUse } from '../client-use';
import { TokenOutcome } from '../token-outcome';
import { type IssuedToken, Tokens } from '../tokens';

/** A secret cannot be guessed; this only bounds the work that one address can cause. */
const FAILURES_ALLOWED_PER_MINUTE = 1_000;

/** Where an unknown client is looked for, so that its refusal takes the same steps as every other. */
const ANY_INSTITUTION_ID = 1;
const NO_SECRET = sha256('').toString('base64url');

/** Exchanges a key pair for an access token. */
export class AuthenticateClient extends Command<TokenOutcome<IssuedToken>> {
  constructor(
    readonly body: AuthenticateBody,
    /** Address the request came from. */
    readonly source: string,
  ) {
    super();
  }
}

@CommandHandler(AuthenticateClient)
export class AuthenticateClientHandler implements ICommandHandler<AuthenticateClient> {
  private readonly limiter = new AttemptLimiter(FAILURES_ALLOWED_PER_MINUTE);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly clientUse: ClientUse,
    private readonly tokens: Tokens,
  ) {}

  async execute({ body, source }: AuthenticateClient): Promise<TokenOutcome<IssuedToken>> {
    this.limiter.assertAllowed(source);
    const client = await this.find(body.clientId);
    const secretHash = client?.secretHash.toString('base64url') ?? NO_SECRET;
    const secretMatches = equalInConstantTime(secretHash, sha256(body.clientSecret).toString('base64url'));
    if (!client || !secretMatches || effectiveStatus(client, this.clock.now()) !== 'Active') {
      this.limiter.recordFailure(source);
      throw authErrors.API_KEY_INACTIVE();
    }
    this.clientUse.record(client.institutionId, client.clientId);
    return new TokenOutcome(await this.tokens.issue('api-client', client.clientId, client.institutionId));
  }

  private async find(clientId: string): Promise<ApiClient | undefined> {
    const entry = await this.unitOfWork.routing((tx) => tx.findOneBy(ClientDirectory, { clientId }));
    const institutionId = entry?.institutionId ?? ANY_INSTITUTION_ID;
    const client = await this.unitOfWork.read(institutionId, (tx) => tx.findOneBy(ApiClient, { institutionId, clientId }));
    return client ?? undefined;
  }
}
