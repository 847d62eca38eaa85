import { Module, type OnModuleInit } from '@nestjs/common';
import { RequestRecorder } from '../common/http/request-recorder';
import { InstitutionsModule } from '../institutions/institutions.module';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { ApiRequestsAdminController } from './api-requests-admin.controller';
import { DeveloperRequestsController } from './developer-requests.controller';
import { ListApiRequestsHandler } from './list-api-requests';
import { RequestLog } from './request-log';
import { requestLogPermissions } from './request-log.permissions';

/** The calls of API clients: kept for 30 days, read by the clients themselves and by staff. */
@Module({
  imports: [InstitutionsModule],
  controllers: [ApiRequestsAdminController, DeveloperRequestsController],
  providers: [ListApiRequestsHandler, RequestLog, { provide: RequestRecorder, useExisting: RequestLog }],
})
export class RequestLogModule implements OnModuleInit {
  constructor(private readonly permissions: PermissionCatalogue) {}

  onModuleInit(): void {
    this.permissions.register(requestLogPermissions, 'API clients');
  }
}
