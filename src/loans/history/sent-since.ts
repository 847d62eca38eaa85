import type { Tx } from '../../common/database/unit-of-work';
import { addDays } from '../../common/time/calendar';
import type { Loan } from '../contract/loan.entity';

const MESSAGES_MAX = 50;

/** What left the institution about a loan since a day. It is not written anew after a correction. */
export interface SentSince {
  /** Messages about the loan or its linked account, the latest first, at most 50. */
  messages: { id: number; channel: string; about: string | null; sentOn: string }[];
  /** Closed days whose reports show the loan as it was then; null where no day was closed since. */
  reportedDays: { from: string; to: string } | null;
}

/** Days are those of the institution: its nights send messages between midnight there and midnight in UTC. */
const MESSAGES = `SELECT m.id, m.channel, coalesce(m.event, m.subject) AS about,
       to_char(m.created_at AT TIME ZONE i.time_zone, 'YYYY-MM-DD') AS sent_on
  FROM message m JOIN institution i ON i.institution_id = m.institution_id
 WHERE m.institution_id = $1 AND m.account_number = ANY($2)
   AND m.created_at >= ($3::date)::timestamp AT TIME ZONE i.time_zone
 ORDER BY m.id DESC LIMIT ${MESSAGES_MAX}`;

/** Lists the messages and the reports that show a loan as it was from a day on. */
export async function sentSince(
  tx: Tx,
  { institutionId, loanAccountNumber, linkedNumber }: Loan,
  date: string,
  businessDate: string,
): Promise<SentSince> {
  const messages = await tx.query<{ id: string; channel: string; about: string | null; sent_on: string }[]>(MESSAGES, [
    institutionId,
    [loanAccountNumber, linkedNumber],
    date,
  ]);
  return {
    messages: messages.map(({ id: messageId, channel, about, sent_on: sentOn }) => ({
      id: Number(messageId),
      channel,
      about,
      sentOn,
    })),
    reportedDays: date < businessDate ? { from: date, to: addDays(businessDate, -1) } : null,
  };
}
