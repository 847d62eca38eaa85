import { Body, Controller, Headers, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Clock } from '../common/time/clock';
import { behaviourOf, meaningOf } from './behaviours';
import { deliver } from './deliver';
import { GatewayRoute } from './gateway-route';
import { digitsOf, numberOf } from './people';
import { Refusal } from './refusal';
import { assertIdempotencyKey } from './route-rules';
import { type InquiryRecord, SandboxLedger } from './sandbox-ledger';
import {
  ChatCompletionBody,
  ChatCompletionView,
  CreditReportBody,
  CreditReportView,
  SmsBody,
  SmsView,
} from './services.dto';

const CHARACTERS_PER_TOKEN = 4;
/** A model that the provider does not have, and one whose responses it filters. */
const REFUSING_MODEL = /99000000(01|98)$/;
const SILENT_MODEL = /9900000097$/;

/** A report that depends on the number alone; the worse the score, the more is overdue. */
function reportOf(number: string): Partial<CreditReportView> {
  const score = 300 + (Number(digitsOf(`score ${number}`, 6)) % 551);
  const overdueLoans = score < 500 ? 2 : score < 620 ? 1 : 0;
  const openLoans = overdueLoans + (Number(digitsOf(`loans ${number}`, 2)) % 3);
  return {
    score,
    riskGrade: score < 500 ? 'High' : score < 620 ? 'Medium' : 'Low',
    openLoans,
    overdueLoans,
    totalOutstanding: openLoans * (1 + (Number(digitsOf(`outstanding ${number}`, 4)) % 300)) * 1_000,
    worstDaysPastDue: overdueLoans * 45,
  };
}

/** SMS, credit bureau and AI review. */
@ApiTags('Services')
@Controller()
export class ServicesController {
  constructor(
    private readonly ledger: SandboxLedger,
    private readonly clock: Clock,
  ) {}

  @Post('sms/messages')
  @GatewayRoute({ summary: 'Send an SMS', response: SmsView, once: true })
  sms(
    @Headers('idempotency-key') key: string | undefined,
    @Body() { messageId, to, message, senderId }: SmsBody,
    @Res() reply: FastifyReply,
  ): void {
    assertIdempotencyKey(key);
    const known = this.ledger.message(messageId);
    if (known && (known.to !== to || known.message !== message)) throw Refusal.conflict();
    const messageReference = numberOf('SMS', messageId);
    const { answer, lostSends, status, code } = behaviourOf(to);
    const timesSent = (known?.timesSent ?? 0) + 1;
    if (!known && status === 'Failed') throw new Refusal(422, code, meaningOf(code));
    if (!known && lostSends > 0) return deliver(reply, answer === 'silence' ? 'silence' : 'reset', {});
    this.ledger.save({
      kind: 'message',
      key: messageId,
      to,
      message,
      ...(senderId === undefined ? {} : { senderId }),
      messageReference,
      timesSent,
    });
    deliver(reply, known ? 'plain' : answer, { messageReference, status: 'Accepted' });
  }

  @Post('credit-bureau/reports')
  @GatewayRoute({
    summary: 'Get the credit report of a person or a company',
    description:
      'Other fields are ignored: nothing else about the person is shown or kept. A value that is not as described ' +
      'makes the whole report unusable.',
    response: CreditReportView,
  })
  report(@Body() asked: CreditReportBody, @Res() reply: FastifyReply): void {
    const number = asked.registrationNumber ?? asked.bvn!;
    const { answer, lostSends, code } = behaviourOf(number);
    const isUnknown = code !== '00';
    const responseCode = isUnknown ? '25' : '00';
    this.remember('credit-report', { ...asked });
    const body = {
      responseCode,
      responseMessage: meaningOf(responseCode),
      reportReference: numberOf('CRB', number),
      ...(isUnknown ? {} : reportOf(number)),
    };
    deliver(reply, lostSends > 0 && answer === 'plain' ? 'reset' : answer, body);
  }

  @Post('v1/chat/completions')
  @GatewayRoute({
    summary: 'Create a review by a language model, in the form of the OpenAI API',
    response: ChatCompletionView,
  })
  complete(@Body() asked: ChatCompletionBody, @Res() reply: FastifyReply): void {
    const { model, messages } = asked;
    this.remember('completion', { ...asked });
    if (REFUSING_MODEL.test(model))
      return void reply.status(404).send({
        error: {
          message: `The model ${model} does not exist.`,
          type: 'invalid_request_error',
          code: 'model_not_found',
        },
      });
    const prompt = messages.map(({ content }) => content).join('\n');
    const content = SILENT_MODEL.test(model)
      ? null
      : `Simulated review of ${prompt.length} characters of facts. Repayment capacity and credit history should be ` +
        'weighed by the loan officer; this text decides nothing.';
    const tokens = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);
    const body: ChatCompletionView = {
      id: numberOf('chatcmpl', prompt),
      object: 'chat.completion',
      created: Math.floor(this.clock.now().getTime() / 1000),
      model,
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content },
          finish_reason: content === null ? 'content_filter' : 'stop',
        },
      ],
      usage: {
        prompt_tokens: tokens(prompt),
        completion_tokens: tokens(content ?? ''),
        total_tokens: tokens(prompt) + tokens(content ?? ''),
      },
    };
    // A model named like a test number follows that number's behaviour.
    deliver(reply, behaviourOf(model).answer, body);
  }

  private remember(kind: InquiryRecord['kind'], request: Record<string, unknown>): void {
    this.ledger.save({ kind, key: String(this.ledger.inquiries.length + 1), request });
  }
}
