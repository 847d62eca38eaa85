import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** The request of a page to a browser, by the server's options. */
export interface AskedOptions {
  challenge: string;
  user?: { id: string };
}

interface Behaviour {
  origin?: string;
  rpId?: string;
  /** False for a device that has not checked its holder. */
  verifiesUser?: boolean;
  challenge?: string;
  counter?: number;
}

const base64url = (bytes: Buffer | string): string => Buffer.from(bytes as string).toString('base64url');
const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest();

/** A device that makes one key (ES256) and signs with it, as a browser's page would see it. */
export class VirtualAuthenticator {
  readonly id = randomBytes(16);
  private readonly privateKey: KeyObject;
  private readonly publicKey: KeyObject;
  private userHandle: string | undefined;
  counter = 0;

  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** The answer of `navigator.credentials.create`, in JSON. */
  create(options: AskedOptions, behaviour: Behaviour = {}): Record<string, unknown> {
    this.userHandle = options.user?.id;
    const authData = Buffer.concat([this.authenticatorData(behaviour, HAS_CREDENTIAL), this.credentialData()]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
      authData,
    ]);
    return this.credential({
      clientDataJSON: base64url(this.clientData('webauthn.create', options, behaviour)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    });
  }

  /** The answer of `navigator.credentials.get`, in JSON. */
  get(options: AskedOptions, behaviour: Behaviour = {}): Record<string, unknown> {
    this.counter = behaviour.counter ?? this.counter + 1;
    const authData = this.authenticatorData(behaviour, 0);
    const clientData = this.clientData('webauthn.get', options, behaviour);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.privateKey);
    return this.credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      ...(this.userHandle === undefined ? {} : { userHandle: this.userHandle }),
    });
  }

  private credential(response: Record<string, unknown>): Record<string, unknown> {
    const id = base64url(this.id);
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    };
  }

  private clientData(type: string, options: AskedOptions, behaviour: Behaviour): string {
    const { challenge = options.challenge, origin = this.origin } = behaviour;
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  private authenticatorData({ rpId, verifiesUser = true }: Behaviour, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const all = USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | flags;
    return Buffer.concat([sha256(rpId ?? new URL(this.origin).hostname), Buffer.from([all]), counter]);
  }

  /** The device's model (none), the id of the key, and the key in COSE. */
  private credentialData(): Buffer {
    const { x, y } = this.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x!, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y!, 'base64url'),
    ]);
  }
}
