import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/app-config';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { MESSAGE_CHANNELS, type MessageChannel } from '../message.entity';
import { CaptureTransport } from './capture-transport';
import type { MessageTransport } from './message-transport';
import { SmsGatewayTransport } from './sms-gateway-transport';
import { SmtpTransport } from './smtp-transport';

/** The transport of one message channel, for staff. */
export interface ChannelState {
  channel: MessageChannel;
  /** Null when messages of the channel cannot be sent. */
  transport: string | null;
  /** Missing configuration keys, without which no real carrier is used. */
  missing: string[];
}

/** Chooses the transport of an institution's messages: the configured one, or in the sandbox the capture transport. */
@Injectable()
export class TransportSelector {
  constructor(
    private readonly config: AppConfig,
    private readonly gateway: SmsGatewayTransport,
    private readonly smtp: SmtpTransport,
    private readonly capture: CaptureTransport,
  ) {}

  /** The transport of a channel; undefined when it cannot be used. May open a read transaction. */
  async find(institutionId: number, channel: MessageChannel): Promise<MessageTransport | undefined> {
    const transport = this.transportOf(channel);
    if ((await transport.missingSettings(institutionId)).length === 0) return transport;
    return this.config.sandbox ? this.capture : undefined;
  }

  /** True when messages of a channel reach their recipients; in the sandbox they may also stay on this server. */
  async reaches(institutionId: number, channel: MessageChannel): Promise<boolean> {
    return (await this.transportOf(channel).missingSettings(institutionId)).length === 0;
  }

  /** Asserts that a channel can be used. Call it before your transaction. @throws INTEGRATION_NOT_ENABLED (503) */
  async require(institutionId: number, channel: MessageChannel): Promise<void> {
    if (await this.find(institutionId, channel)) return;
    throw integrationsErrors.INTEGRATION_NOT_ENABLED(
      `${channel === 'sms' ? 'SMS' : 'E-mails'} are not enabled for your institution.`,
    );
  }

  /** The transports of all message channels, with their missing configuration keys. */
  list(institutionId: number): Promise<ChannelState[]> {
    return Promise.all(
      MESSAGE_CHANNELS.map(async (channel) => ({
        channel,
        transport: (await this.find(institutionId, channel))?.name ?? null,
        missing: await this.transportOf(channel).missingSettings(institutionId),
      })),
    );
  }

  private transportOf(channel: MessageChannel): MessageTransport {
    return channel === 'sms' ? this.gateway : this.smtp;
  }
}
