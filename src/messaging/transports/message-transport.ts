/** A document attached to an e-mail. */
export interface MessageAttachment {
  fileName: string;
  mimeType: string;
  content: Buffer;
}

/** A message for a transport. */
export interface OutgoingMessage {
  institutionId: number;
  /** The same in every attempt, so that a carrier can recognise a repeated message. */
  id: number;
  recipient: string;
  subject: string | null;
  body: string;
  isHtml: boolean;
  attachments: MessageAttachment[];
  /** The institution's name, shown to the recipient. */
  senderName: string;
}

/** The result of an attempt. Reasons are texts for staff. */
export type DeliveryOutcome =
  | { outcome: 'sent'; providerReference: string | null }
  /** The carrier will never accept this message. */
  | { outcome: 'refused'; reason: string }
  /** The attempt failed or its result is unknown; another attempt may succeed. */
  | { outcome: 'not-delivered'; reason: string };

/** Sends messages through a carrier. Call it outside transactions. */
export interface MessageTransport {
  /** Shown to staff; at most 10 characters. */
  readonly name: string;
  /** Missing configuration keys, the switch included; none when the transport is ready. */
  missingSettings(institutionId: number): Promise<string[]>;
  /** Failures of the carrier or the network are results; it does not throw for them. */
  send(message: OutgoingMessage): Promise<DeliveryOutcome>;
}
