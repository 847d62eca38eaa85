import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/app-config';
import { integrationsErrors } from '../../institutions/integrations/integrations.errors';
import { MESSAGE_CHANNELS, type MessageChannel } from '../message.entity';
import { CaptureTransport } from './capture-transport';
import type { MessageTransport } from './message-transport';
import { SmsGatewayTransport } from './sms-gateway-transport';
import { SmtpTransport } from './smtp-transport';

/** How messages of one channel leave, for staff. */
export interface ChannelState {
  channel: MessageChannel;
  /** Null when they cannot be sent. */
  transport: string | null;
  /** Keys of the configuration without which no real carrier is used. */
  missing: string[];
}

/** Chooses how an institution's messages leave: by what it has configured, else, in the sandbox only, by capture. */
@Injectable()
export class TransportSelector {
  constructor(
    private readonly config: AppConfig,
    private readonly gateway: SmsGatewayTransport,
    private readonly smtp: SmtpTransport,
    private readonly capture: CaptureTransport,
  ) {}

  /** Undefined when messages of this channel cannot be sent. May open a read transaction of its own. */
  async find(institutionId: number, channel: MessageChannel): Promise<MessageTransport | undefined> {
    const transport = this.configured(channel);
    if ((await transport.missingSettings(institutionId)).length === 0) return transport;
    return this.config.sandbox ? this.capture : undefined;
  }

  /** Call it before your transaction. @throws INTEGRATION_NOT_ENABLED (503). What is missing is for staff. */
  async require(institutionId: number, channel: MessageChannel): Promise<void> {
    if (await this.find(institutionId, channel)) return;
    throw integrationsErrors.INTEGRATION_NOT_ENABLED(
      `${channel === 'sms' ? 'SMS' : 'E-mails'} are not enabled for your institution.`,
    );
  }

  /** Every channel and what its configuration lacks. */
  list(institutionId: number): Promise<ChannelState[]> {
    return Promise.all(
      MESSAGE_CHANNELS.map(async (channel) => ({
        channel,
        transport: (await this.find(institutionId, channel))?.name ?? null,
        missing: await this.configured(channel).missingSettings(institutionId),
      })),
    );
  }

  private configured(channel: MessageChannel): MessageTransport {
    return channel === 'sms' ? this.gateway : this.smtp;
  }
}
