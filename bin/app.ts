import { App, DefaultStackSynthesizer } from 'aws-cdk-lib';
import { createApplication } from '../lib/application.ts';

// `cdk deploy` checks the version of the bootstrap itself, so the templates need no parameter for it.
createApplication(
  new App({ defaultStackSynthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) }),
  // The CDK CLI sets this variable when it finds credentials. A synthesis without credentials is offline.
  process.env['CDK_DEFAULT_ACCOUNT'],
);
