import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Endpoint, publicAccess } from '../http/endpoint.decorator';
import { RawResponse } from '../http/envelope-adapter';
import { Metrics } from './metrics';

/** Metrics for Prometheus; in production they are served on the management port only. */
@ApiExcludeController()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @Header('content-type', 'text/plain; version=0.0.4')
  @RawResponse()
  @Endpoint({ summary: 'Get metrics in Prometheus text format', access: publicAccess })
  read(): Promise<string> {
    return this.metrics.text();
  }
}
