/** A document that goes along with an e-mail. */
export interface MessageAttachment {
  fileName: string;
  mimeType: string;
  content: Buffer;
}

/** A message as a transport takes it. */
export interface OutgoingMessage {
  institutionId: number;
  /** The same in every attempt, so that a carrier can tell a repeated one. */
  id: number;
  recipient: string;
  subject: string | null;
  body: string;
  isHtml: boolean;
  attachments: MessageAttachment[];
  /** Of the institution, for people. */
  senderName: string;
}

/** What came of an attempt; reasons are words for staff. */
export type DeliveryOutcome =
  | { outcome: 'sent'; providerReference: string | null }
  /** The carrier will never take this message. */
  | { outcome: 'refused'; reason: string }
  /** It did not work, or nobody knows whether it did; another attempt may. */
  | { outcome: 'not-delivered'; reason: string };

/** A way for messages to leave. No transaction may be open around it. */
export interface MessageTransport {
  /** Shown to staff; at most 10 characters. */
  readonly name: string;
  /** Keys of the configuration that it lacks, the switch included; none when it is ready. */
  missingSettings(institutionId: number): Promise<string[]>;
  /** Never throws for anything the carrier or the network does. */
  send(message: OutgoingMessage): Promise<DeliveryOutcome>;
}
