import { Module } from '@nestjs/common';
import { UserGroupHandlers } from './group/user-group.handlers.js';
import { UserSalesmanHandlers } from './salesman/user-salesman.handlers.js';
import { UserHandlers } from './user.handlers.js';
import { CredentialHandlers } from './session/credential.handlers.js';
import { SessionHandlers } from './session/session.handlers.js';
import { SignInHandlers } from './session/sign-in.handlers.js';
import { UserSecrets } from './secret/user-secrets.js';
import { WhoAmIHandlers } from './whoami.handlers.js';

@Module({
  controllers: [
    CredentialHandlers,
    SessionHandlers,
    SignInHandlers,
    UserGroupHandlers,
    UserHandlers,
    UserSalesmanHandlers,
    WhoAmIHandlers,
  ],
  providers: [UserSecrets],
})
export class UserModule {}
