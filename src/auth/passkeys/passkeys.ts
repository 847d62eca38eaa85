import { createHmac, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { AppConfig } from '../../common/config/app-config';
import { Keyring } from '../../common/crypto/keyring';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Clock } from '../../common/time/clock';
import type { Staff } from '../../institutions/staff/staff.entity';
import { authErrors } from '../auth.errors';
import type { NewCredentialBody, PasskeyCreationView, PasskeyRequestView, UsedCredentialBody } from './passkeys.dto';
import { type RelyingParty, relyingParty, userHandle } from './relying-party';
import { StaffPasskey } from './staff-passkey.entity';

const PASSKEYS_MAX = 10;
const TIMEOUT_MS = 300_000;

type Member = Pick<Staff, 'institutionId' | 'id' | 'email' | 'name'>;
type MemberId = Pick<Staff, 'institutionId' | 'id'>;
type Offered = { id: string; transports?: AuthenticatorTransport[] };

/** The passkeys of staff (docs/api/passkeys.md). */
@Injectable()
export class Passkeys {
  private readonly decoyKey: KeyObject;

  constructor(
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    keyring: Keyring,
  ) {
    this.decoyKey = keyring.derive('passkey-decoys');
  }

  get isPossible(): boolean {
    return relyingParty(this.config.consoleOrigin) !== undefined;
  }

  async list(tx: Tx, { institutionId, id: staffId }: MemberId): Promise<StaffPasskey[]> {
    return tx.find(StaffPasskey, { where: { institutionId, staffId }, order: { id: 'ASC' } });
  }

  async has(tx: Tx, { institutionId, id: staffId }: MemberId): Promise<boolean> {
    return tx.existsBy(StaffPasskey, { institutionId, staffId });
  }

  /** The options for a browser to make a key. @throws CONSOLE_NOT_CONFIGURED (503) */
  async creationOptions(
    tx: Tx,
    member: Member,
    institutionName: string,
    challenge: string,
  ): Promise<PasskeyCreationView> {
    const { id: rpID } = this.party();
    const { extensions: _, ...options } = await generateRegistrationOptions({
      rpName: institutionName,
      rpID,
      userID: new Uint8Array(userHandle(member.institutionId, member.id)),
      userName: member.email,
      userDisplayName: member.name,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      excludeCredentials: (await this.list(tx, member)).map(offered),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
    return options;
  }

  /** The options for a browser to use a key. @param keys empty where any key that the device keeps will do */
  async requestOptions(challenge: string, keys: Offered[]): Promise<PasskeyRequestView> {
    const { extensions: _, ...options } = await generateAuthenticationOptions({
      rpID: this.party().id,
      challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials: keys,
    });
    return options;
  }

  /** The keys of a member as a browser is told them. */
  async keysOf(tx: Tx, member: MemberId): Promise<Offered[]> {
    return (await this.list(tx, member)).map(offered);
  }

  /** A key that nobody has, always the same for an address, so that no answer tells who has a passkey. */
  decoy(email: string): Offered {
    return { id: createHmac('sha256', this.decoyKey).update(email).digest('base64url'), transports: ['internal'] };
  }

  /**
   * Keeps a new passkey, whose challenge has been taken.
   * @throws PASSKEY_NOT_ACCEPTED, TOO_MANY_PASSKEYS (422), PASSKEY_KNOWN (409)
   */
  async add(
    tx: Tx,
    { institutionId, id: staffId }: MemberId,
    { credential, label, challenge }: { credential: NewCredentialBody; label: string; challenge: string },
  ): Promise<StaffPasskey> {
    if ((await tx.countBy(StaffPasskey, { institutionId, staffId })) >= PASSKEYS_MAX)
      throw authErrors.TOO_MANY_PASSKEYS();
    const made = await this.checkedNew(credential, challenge);
    if (!made) throw authErrors.PASSKEY_NOT_ACCEPTED();
    const passkey: StaffPasskey = {
      institutionId,
      id: await this.ids.next(),
      staffId,
      credentialId: made.id,
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: credential.response.transports ?? [],
      label,
      createdAt: this.clock.now(),
      lastUsedAt: null,
    };
    await refusingDuplicates(tx.insert(StaffPasskey, passkey), {
      uq_staff_passkey_credential: authErrors.PASSKEY_KNOWN,
    });
    return passkey;
  }

  /**
   * Checks the use of a passkey of the member, whose challenge has been taken, and keeps its counter. The row lock
   * makes parallel uses wait for each other.
   */
  async use(
    tx: Tx,
    { institutionId, id: staffId }: MemberId,
    { credential, challenge }: { credential: UsedCredentialBody; challenge: string },
  ): Promise<boolean> {
    const passkey = await tx.findOne(StaffPasskey, {
      where: { institutionId, staffId, credentialId: credential.id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!passkey) return false;
    const counter = await this.checkedUse(passkey, credential, challenge);
    if (counter === undefined) return false;
    await tx.update(StaffPasskey, { institutionId, id: passkey.id }, { counter, lastUsedAt: this.clock.now() });
    return true;
  }

  /** @returns false for a passkey that the member does not have */
  async remove(tx: Tx, { institutionId, id: staffId }: MemberId, passkeyId: number): Promise<boolean> {
    const { affected } = await tx.delete(StaffPasskey, { institutionId, staffId, id: passkeyId });
    return affected === 1;
  }

  async removeAll(tx: Tx, { institutionId, id: staffId }: MemberId): Promise<void> {
    await tx.delete(StaffPasskey, { institutionId, staffId });
  }

  /** @throws CONSOLE_NOT_CONFIGURED (503) */
  private party(): RelyingParty {
    const party = relyingParty(this.config.consoleOrigin);
    if (!party) throw authErrors.CONSOLE_NOT_CONFIGURED();
    return party;
  }

  private async checkedNew(
    credential: NewCredentialBody,
    expectedChallenge: string,
  ): Promise<{ id: string; publicKey: Uint8Array; counter: number } | undefined> {
    const { id: expectedRPID, origin: expectedOrigin } = this.party();
    try {
      const { response, ...facts } = credential;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: {
          ...facts,
          authenticatorAttachment: undefined,
          clientExtensionResults: {},
          response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
        },
        expectedChallenge,
        expectedOrigin,
        expectedRPID,
        requireUserVerification: true,
      });
      return verified ? registrationInfo.credential : undefined;
    } catch {
      // The library throws for everything that is not in order.
      return undefined;
    }
  }

  /** @returns the new counter; undefined for a wrong signature, and for a counter that does not rise: a copied key */
  private async checkedUse(
    { credentialId, publicKey, counter }: StaffPasskey,
    credential: UsedCredentialBody,
    expectedChallenge: string,
  ): Promise<number | undefined> {
    const { id: expectedRPID, origin: expectedOrigin } = this.party();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...credential, authenticatorAttachment: undefined, clientExtensionResults: {} },
        expectedChallenge,
        expectedOrigin,
        expectedRPID,
        credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
        requireUserVerification: true,
      });
      return verified ? authenticationInfo.newCounter : undefined;
    } catch {
      return undefined;
    }
  }
}

function offered({ credentialId, transports }: StaffPasskey): Offered {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] };
}
