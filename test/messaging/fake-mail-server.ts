import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** One e-mail as received by the server: the envelope and the text. */
export interface ReceivedMail {
  from: string;
  to: string[];
  user: string | undefined;
  raw: string;
}

/** Where and how the next delivery fails. */
export interface MailFailure {
  at: 'recipient' | 'data';
  code: number;
}

interface MailServerOptions {
  /** True to offer STARTTLS with a self-signed certificate. */
  offersTls?: boolean;
  /** The accepted password; without it the server accepts mail without sign-in. */
  password?: string;
}

/** A local mail server that keeps received e-mails. */
export class FakeMailServer {
  readonly mails: ReceivedMail[] = [];
  readonly failures: MailFailure[] = [];

  private constructor(private readonly server: SMTPServer) {}

  static async start({ offersTls = false, password }: MailServerOptions = {}): Promise<FakeMailServer> {
    const failed = (failure: MailFailure): Error =>
      Object.assign(new Error('configured failure'), { responseCode: failure.code });
    const next = (at: MailFailure['at']): MailFailure | undefined =>
      own.failures[0]?.at === at ? own.failures.shift() : undefined;
    const server = new SMTPServer({
      logger: false,
      disableReverseLookup: true,
      authOptional: password === undefined,
      allowInsecureAuth: true,
      disabledCommands: offersTls ? [] : ['STARTTLS'],
      onAuth: (auth, _session, done) =>
        auth.password === password ? done(null, { user: auth.username }) : done(new Error('wrong password')),
      onRcptTo: (_address, _session, done) => {
        const failure = next('recipient');
        done(failure ? failed(failure) : null);
      },
      onData: (stream, session, done) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          const failure = next('data');
          if (failure) return done(failed(failure));
          const { mailFrom, rcptTo } = session.envelope;
          own.mails.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            user: session.user as string | undefined,
            raw: Buffer.concat(pieces).toString(),
          });
          done(null, 'kept as 1A2B');
        });
      },
    });
    server.on('error', () => undefined);
    const own = new FakeMailServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return own;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}
