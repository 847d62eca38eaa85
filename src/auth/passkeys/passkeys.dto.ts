import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDefined,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { LeftOutOfExample } from '../../common/openapi/request-example.decorators';

const BASE64URL = /^[A-Za-z0-9_-]+$/;
const NOT_BASE64URL = { message: '$property must be in base64url' };

/** The answers of the browser's extensions. The server asks for none. */
@LeftOutOfExample('appid')
export class ExtensionResults {
  /** @example false */
  @IsOptional()
  @IsBoolean()
  appid?: boolean;
}

/** The answer of a device that has made a key. */
@LeftOutOfExample('authenticatorData', 'publicKey', 'publicKeyAlgorithm')
export class AttestationResponse {
  /** @example eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0 */
  @IsString()
  @Matches(BASE64URL, NOT_BASE64URL)
  @MaxLength(4000)
  clientDataJSON!: string;

  /** @example o2NmbXRkbm9uZQ */
  @IsString()
  @Matches(BASE64URL, NOT_BASE64URL)
  @MaxLength(10_000)
  attestationObject!: string;

  /** @example o2NmbXRkbm9uZQ */
  @IsOptional()
  @IsString()
  @Matches(BASE64URL, NOT_BASE64URL)
  @MaxLength(10_000)
  authenticatorData?: string;

  /** @example ["internal"] */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(10)
  @IsString({ each: true })
  @MaxLength(20, { each: true })
  transports?: string[];

  /** @example MFkwEwYHKoZIzj0 */
  @IsOptional()
  @IsString()
  @MaxLength(4000)
  publicKey?: string;

  /** @example -7 */
  @IsOptional()
  @IsInt()
  publicKeyAlgorithm?: number;
}

/** The answer of a device that has signed with a key. */
@LeftOutOfExample('userHandle')
export class AssertionResponse {
  /** @example eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0 */
  @IsString()
  @Matches(BASE64URL, NOT_BASE64URL)
  @MaxLength(4000)
  clientDataJSON!: string;

  /** @example SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ */
  @IsString()
  @Matches(BASE64URL, NOT_BASE64URL)
  @MaxLength(4000)
  authenticatorData!: string;

  /** @example MEUCIQ */
  @IsString()
  @Matches(BASE64URL, NOT_BASE64URL)
  @MaxLength(2000)
  signature!: string;

  /** @example MS4xMDA1Mg */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  userHandle?: string;
}

/** A credential as the browser's `toJSON` gives it. */
@LeftOutOfExample('authenticatorAttachment', 'clientExtensionResults')
export class CredentialBody {
  /** @example KEDetxZcUfinhVi6Za5nZQ */
  @IsString()
  @Matches(BASE64URL, NOT_BASE64URL)
  @MaxLength(1400)
  id!: string;

  /** @example KEDetxZcUfinhVi6Za5nZQ */
  @IsString()
  @Matches(BASE64URL, NOT_BASE64URL)
  @MaxLength(1400)
  rawId!: string;

  /** @example public-key */
  @IsIn(['public-key'])
  type!: 'public-key';

  /** @example platform */
  @IsOptional()
  @IsString()
  @MaxLength(20)
  authenticatorAttachment?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => ExtensionResults)
  clientExtensionResults?: ExtensionResults;
}

/** A credential that a device has just made. */
export class NewCredentialBody extends CredentialBody {
  @IsDefined()
  @ValidateNested()
  @Type(() => AttestationResponse)
  response!: AttestationResponse;
}

/** A credential that a device has just used. */
export class UsedCredentialBody extends CredentialBody {
  @IsDefined()
  @ValidateNested()
  @Type(() => AssertionResponse)
  response!: AssertionResponse;
}

/** A new passkey and the member's name for it. */
export class AddPasskeyBody {
  /** @example "Work laptop" */
  @IsString()
  @IsNotEmpty()
  @MaxLength(60)
  label!: string;

  @IsDefined()
  @ValidateNested()
  @Type(() => NewCredentialBody)
  credential!: NewCredentialBody;
}

/** The use of a passkey. */
export class UsePasskeyBody {
  @IsDefined()
  @ValidateNested()
  @Type(() => UsedCredentialBody)
  credential!: UsedCredentialBody;
}

/** Whose passkey is asked for; without an address the device offers those that it keeps. */
export class PasskeySignInOptionsBody {
  /** @example ngozi.adeyemi@bank.example */
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(250)
  email?: string;
}

/** The path of a passkey. */
export class PasskeyPath {
  /** @example 10052 */
  @IsString()
  @Matches(/^[1-9]\d{0,15}$/, { message: '$property must be the id of a passkey' })
  passkeyId!: string;
}

/** A passkey of the caller. */
export class PasskeyView {
  /** @example 10052 */
  id!: number;
  /** @example "Work laptop" */
  label!: string;
  /** @example 2026-11-21T09:00:00.000Z */
  createdAt!: Date;
  /** @example 2026-11-21T09:20:00.000Z */
  lastUsedAt!: Date | null;
}

/** The removed passkey. */
export class PasskeyRemovedView {
  /** @example 10052 */
  id!: number;
}

/** A key that a browser may use, or must not make again. */
export class PasskeyDescriptorView {
  /** @example KEDetxZcUfinhVi6Za5nZQ */
  id!: string;
  /** @example public-key */
  type!: string;
  /** @example ["internal"] */
  transports?: string[];
}

/** The site for which a key is made. */
export class RelyingPartyView {
  /** @example "Sandbox Microfinance Bank" */
  name!: string;
  /** @example console.bank.example */
  id?: string;
}

/** The member for whom a key is made. */
export class PasskeyUserView {
  /** @example MS4xMDA1Mg */
  id!: string;
  /** @example ngozi.adeyemi@bank.example */
  name!: string;
  /** @example "Ngozi Adeyemi" */
  displayName!: string;
}

/** A kind of key that is accepted. */
export class KeyKindView {
  /** @example -7 */
  alg!: number;
  /** @example public-key */
  type!: string;
}

/** The abilities that the device must have. */
export class AuthenticatorSelectionView {
  /** @example preferred */
  residentKey?: string;
  /** @example false */
  requireResidentKey?: boolean;
  /** @example required */
  userVerification?: string;
}

/** The options for `navigator.credentials.create`, in JSON. */
export class PasskeyCreationView {
  /** To be signed once, within five minutes. @example Zm9yIHRoZSBkZXZpY2U */
  challenge!: string;
  rp!: RelyingPartyView;
  user!: PasskeyUserView;
  pubKeyCredParams!: KeyKindView[];
  /** Milliseconds. @example 300000 */
  timeout?: number;
  /** @example none */
  attestation?: string;
  excludeCredentials?: PasskeyDescriptorView[];
  authenticatorSelection?: AuthenticatorSelectionView;
  /** @example [] */
  hints?: string[];
}

/** The options for `navigator.credentials.get`, in JSON. */
export class PasskeyRequestView {
  /** To be signed once, within five minutes. @example Zm9yIHRoZSBkZXZpY2U */
  challenge!: string;
  /** @example console.bank.example */
  rpId?: string;
  allowCredentials?: PasskeyDescriptorView[];
  /** Milliseconds. @example 300000 */
  timeout?: number;
  /** @example required */
  userVerification?: string;
}
