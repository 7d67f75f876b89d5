import { App, DefaultStackSynthesizer } from 'aws-cdk-lib';
import { createApplication } from '../lib/application.ts';

// `cdk deploy` checks the version of the bootstrap itself, so the templates need no parameter for it.
createApplication(
  new App({ defaultStackSynthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) }),
);
