import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { addressOf, type Answer } from '../../../api/client';
import { recordQuery } from '../../../api/record-query';
import { ActionButtons, ActionHost } from '../../../form/action-host';
import { recordAddress } from '../../../rules/record-address';
import { actor } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Facts } from '../../../ui/facts';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Pill } from '../../../ui/pill';
import { RecordLink } from '../../../ui/record-link';
import { When } from '../../../ui/when';
import { RESEND } from './message-actions';
import { channelText, eventText } from './message-words';

type Message = Answer<'getMessage'>;

const ACTIONS = [RESEND];

export default function MessagePage() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const message = useQuery(recordQuery('getMessage', id));
  if (!message.data) return <ProblemNotice problem={message.error} retry={() => void message.refetch()} />;
  return <LoadedMessage message={message.data} />;
}

function LoadedMessage({ message }: { message: Message }) {
  return (
    <div className="space-y-4">
      <PageHead
        title={`${channelText(message.channel)} to ${message.recipient}`}
        beside={<Pill status={message.status} />}
        intro={eventText(message.event)}
      >
        <ActionButtons actions={ACTIONS} record={message} />
      </PageHead>
      {message.failureReason && <Notice tone="danger">{message.failureReason}</Notice>}
      <Card title={message.subject ?? 'Text'}>
        {message.isHtml && <p className="mt-0 text-sm text-muted">An e-mail in HTML, shown as its source.</p>}
        <pre className="m-0 font-sans whitespace-pre-wrap break-words">{message.body}</pre>
        {message.attachments.length > 0 && (
          <p className="mb-0">
            Attached:{' '}
            {message.attachments.map((documentId) => (
              <a
                key={documentId}
                className="mr-2 text-accent underline"
                href={addressOf('downloadDocument', { path: { documentId } })}
                download
              >
                document {documentId}
              </a>
            ))}
          </p>
        )}
      </Card>
      <Card title="Sending">
        <Facts
          columns={3}
          of={[
            ['Created', <When at={message.createdAt} />],
            ['Last attempt', <When at={message.lastAttemptAt} />],
            ['Sent', <When at={message.sentAt} />],
            ['Attempts', message.attempts],
            ['Sent through', message.transport],
            ['Reference of the provider', message.providerReference],
            message.segments !== null && ['Parts of the SMS', message.segments],
            ['Asked by', actor(message.requestedBy)],
            message.accountNumber !== null && [
              'Account',
              <RecordLink to={recordAddress('account', message.accountNumber)}>{message.accountNumber}</RecordLink>,
            ],
          ]}
        />
      </Card>
      <ActionHost actions={ACTIONS} recordOf={() => message} />
    </div>
  );
}
