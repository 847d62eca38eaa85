import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { createTransport, type SMTPTransportOptions } from 'nodemailer';
import { AppConfig } from '../../common/config/app-config';
import { isPublicAddress } from '../../common/gateway/public-address';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { EMAIL_KEYS } from '../messaging.settings';
import type { DeliveryOutcome, MessageTransport, OutgoingMessage } from './message-transport';
import { smtpFailure } from './smtp-failure';

type EmailSettings = Record<(typeof EMAIL_KEYS)[number], string | undefined>;

/** Sends e-mails through the institution's mail server. */
@Injectable()
export class SmtpTransport implements MessageTransport {
  readonly name = 'smtp';

  constructor(
    private readonly config: AppConfig,
    private readonly settings: InstitutionSettings,
  ) {}

  async missingSettings(institutionId: number): Promise<string[]> {
    const settings = await this.settings.getMany(institutionId, EMAIL_KEYS);
    const unset = (['EMAIL_SMTP_HOST', 'EMAIL_FROM'] as const).filter((key) => settings[key] === undefined);
    return [...(settings.EMAIL_ENABLED === 'true' ? [] : ['EMAIL_ENABLED']), ...unset];
  }

  async send(message: OutgoingMessage): Promise<DeliveryOutcome> {
    const settings = await this.settings.getMany(message.institutionId, EMAIL_KEYS);
    const host = await this.allowedHost(settings);
    if (host === undefined)
      return {
        outcome: 'not-delivered',
        reason:
          'The mail server has no public address or is configured without TLS; this installation does not allow that.',
      };
    const deadline = new AbortController();
    try {
      const late = pause(
        this.config.gatewayTimeoutMs,
        { outcome: 'not-delivered', reason: 'The mail server took too long.' } as const,
        { signal: deadline.signal },
      );
      return await Promise.race([this.deliver(message, settings, host), late]);
    } finally {
      deadline.abort();
    }
  }

  /**
   * The address to connect to; undefined when it is not allowed. Unless private addresses are allowed, it is a public
   * address resolved now, so that a later DNS answer cannot redirect the connection.
   */
  private async allowedHost({ EMAIL_SMTP_HOST, EMAIL_SMTP_SECURITY }: EmailSettings): Promise<string | undefined> {
    const host = EMAIL_SMTP_HOST!;
    if (this.config.gatewayAllowPrivateAddresses) return host;
    if (EMAIL_SMTP_SECURITY === 'none') return undefined;
    const addresses = isIP(host)
      ? [host]
      : (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address);
    return addresses.find(isPublicAddress);
  }

  private async deliver(message: OutgoingMessage, settings: EmailSettings, host: string): Promise<DeliveryOutcome> {
    const from = settings.EMAIL_FROM!;
    const transporter = createTransport(this.connectionOptions(settings, host));
    try {
      const { response } = await transporter.sendMail({
        envelope: { from, to: message.recipient },
        from: { name: message.senderName, address: from },
        to: { name: '', address: message.recipient },
        subject: message.subject ?? '',
        // The same in every attempt, so that mail systems can recognise a repeated message.
        messageId: `<${message.id}.${from}>`,
        headers: { 'auto-submitted': 'auto-generated' },
        ...(message.isHtml ? { html: message.body } : { text: message.body }),
        attachments: message.attachments.map(({ fileName, mimeType, content }) => ({
          filename: fileName,
          contentType: mimeType,
          content,
        })),
      });
      return { outcome: 'sent', providerReference: response };
    } catch (error) {
      return smtpFailure(error);
    }
  }

  private connectionOptions(
    { EMAIL_SMTP_HOST, EMAIL_SMTP_PORT, EMAIL_SMTP_SECURITY, EMAIL_SMTP_USER, EMAIL_SMTP_PASSWORD }: EmailSettings,
    host: string,
  ): SMTPTransportOptions {
    const timeoutMs = this.config.gatewayTimeoutMs;
    return {
      host,
      port: Number(EMAIL_SMTP_PORT),
      secure: EMAIL_SMTP_SECURITY === 'tls',
      requireTLS: EMAIL_SMTP_SECURITY === 'starttls',
      ignoreTLS: EMAIL_SMTP_SECURITY === 'none',
      // The certificate is checked against the configured name, although the connection goes to the address.
      ...(isIP(EMAIL_SMTP_HOST!) ? {} : { servername: EMAIL_SMTP_HOST! }),
      ...(EMAIL_SMTP_USER === undefined ? {} : { auth: { user: EMAIL_SMTP_USER, pass: EMAIL_SMTP_PASSWORD ?? '' } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}
