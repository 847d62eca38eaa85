const EVENTS: Record<string, string> = {
  'transfer.debit': 'Transfer sent',
  'transfer.credit': 'Transfer received',
  'transfer.reversed': 'Transfer reversed',
  'bills.vended': 'Bill paid',
  'bills.token': 'Token of a paid bill',
  'bills.reversed': 'Bill payment reversed',
  'bills.attention': 'Bill payment needs attention',
};

export function eventText(event: string | null): string {
  return event === null ? 'Sent by hand' : (EVENTS[event] ?? event);
}

export function channelText(channel: string): string {
  return channel === 'sms' ? 'SMS' : 'E-mail';
}
