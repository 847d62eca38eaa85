import type { Message } from './message.entity';

/**
 * True for a message that staff with these permissions see. Mails about the work of the AML desk need its permission,
 * because whoever else reads them could warn the customer (docs/api/nfiu-reports.md#no-tipping-off).
 */
export function seesMessage(permissions: ReadonlySet<string>, { seenWith }: Pick<Message, 'seenWith'>): boolean {
  return seenWith === null || permissions.has(seenWith);
}

/** The same as a condition on `message`, with the parameter `permissions`: a list. */
export const SEEN_MESSAGES = '(message.seen_with IS NULL OR message.seen_with = ANY(:permissions))';
