import { type Envelope, Outcome } from '../common/http/outcome';
import type { IssuedToken } from './tokens';

/** The answer to an authentication: the token in `data` and, for OAuth-style clients, at the top of the body. */
export class TokenOutcome<Data extends IssuedToken> extends Outcome<Data> {
  constructor(data: Data) {
    super(200, true, 'Successful', data);
  }

  override toEnvelope(): Envelope<Data> & IssuedToken {
    const { accessToken, tokenType, expirationTime, tokenValiditySec } = this.data;
    return { ...super.toEnvelope(), accessToken, tokenType, expirationTime, tokenValiditySec };
  }
}
