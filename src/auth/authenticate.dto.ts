import { IsNotEmpty, IsString, MaxLength } from 'class-validator';

/** The key pair of an API client. */
export class AuthenticateBody {
  /** @example kT3bXw9dQm2LrV0sPzA1 */
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  clientId!: string;

  /** @example Zk1n5w-example-secret-0dJx3v7QmB2hYcT8uRfLgEs */
  @IsString()
  @IsNotEmpty()
  @MaxLength(200)
  clientSecret!: string;
}

/** An access token. */
export class TokenView {
  /** Send it as `Authorization: Bearer <accessToken>`. @example eyJhbGciOiJIUzI1NiJ9.example.signature */
  accessToken!: string;
  /** Always `Bearer`. @example Bearer */
  tokenType!: 'Bearer';
  /** Expiry of the token, in epoch seconds. @example 1795253400 */
  expirationTime!: number;
  /** Validity of the token, in seconds. @example 3600 */
  tokenValiditySec!: number;
}

/** The whole answer: the token in `data` and again at the top of the body. */
export class TokenEnvelope extends TokenView {
  /** @example true */
  status!: boolean;
  /** @example Successful */
  message!: string;
  data!: TokenView;
}
