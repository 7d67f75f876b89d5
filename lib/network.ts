import {
  AclCidr,
  AclTraffic,
  Action,
  CfnInstance,
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  InstanceClass,
  InstanceSize,
  InstanceType,
  IpAddresses,
  type ISubnet,
  type NatInstanceProviderV2,
  NatProvider,
  NatTrafficDirection,
  NetworkAcl,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  TrafficDirection,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from './stage.ts';

/** The whole address range of the network. */
export const ADDRESSES = '10.20.0.0/16';

/** The names of the subnet groups. */
export const SUBNETS = { front: 'front', functions: 'functions', webhooks: 'webhooks', database: 'database' } as const;

/** Ranges that a webhook must never reach: private, shared, loopback, link-local and metadata, special use, multicast and reserved. */
export const NO_WEBHOOKS_TO = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
];

const ZONES = 2;
export const DATABASE_PORT = 5432;

/** The smallest disk that fits the system's image. */
const NAT_DISK_GB = 8;
const UNPRIVILEGED = [1024, 65_535] as const;

export interface NetworkProps {
  readonly stage: Stage;
  readonly key: IKey;
}

/**
 * Four kinds of subnet in two zones: `front` (internet access), `functions`, `webhooks` (functions that call addresses which customers
 * chose) and `database` (no internet access). The public addresses are fixed, so that receivers can allow them.
 */
export class Network extends Construct {
  readonly vpc: Vpc;
  /** The group of functions and containers that use the database and AWS services. */
  readonly functionGroup: SecurityGroup;
  readonly webhookGroup: SecurityGroup;
  readonly databaseGroup: SecurityGroup;

  constructor(scope: Construct, id: string, { stage, key }: NetworkProps) {
    super(scope, id);
    const natInstances = stage.isProduction ? undefined : developmentNat();
    this.vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr(ADDRESSES),
      ...(stage.zones === undefined ? { maxAzs: ZONES } : { availabilityZones: [...stage.zones] }),
      // The default group has no members, and CDK would need an extra function to empty it.
      restrictDefaultSecurityGroup: false,
      natGateways: stage.natGateways,
      // A gateway needs no maintenance. An instance costs a tenth of it, and is enough for development.
      natGatewayProvider: natInstances ?? NatProvider.gateway(),
      subnetConfiguration: [
        { name: SUBNETS.front, subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
        { name: SUBNETS.functions, subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 20 },
        { name: SUBNETS.webhooks, subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 24 },
        { name: SUBNETS.database, subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
      ],
      // This endpoint is free, and keeps statements off the paid gateway.
      gatewayEndpoints: { S3: { service: GatewayVpcEndpointAwsService.S3 } },
      flowLogs: {
        Rejected: {
          destination: FlowLogDestination.toCloudWatchLogs(
            new LogGroup(this, 'FlowLog', {
              encryptionKey: key,
              retention: stage.logsKept,
              removalPolicy: stage.removalPolicy,
            }),
          ),
          trafficType: FlowLogTrafficType.REJECT,
        },
      },
    });
    if (natInstances !== undefined) {
      // The instance forwards traffic, and CDK can allow either everybody or nobody. The groups and subnets of the senders limit their
      // traffic.
      natInstances.connections.allowFrom(Peer.ipv4(ADDRESSES), Port.allTraffic(), 'From the subnets');
      hardenNatInstances(this.vpc);
    }
    this.databaseGroup = this.group('DatabaseGroup', 'The database and its proxy');
    this.functionGroup = this.group('FunctionGroup', 'Functions and containers');
    this.webhookGroup = this.group('WebhookGroup', 'Functions that send webhooks');

    for (const client of [this.functionGroup, this.webhookGroup, this.databaseGroup]) {
      client.addEgressRule(this.databaseGroup, Port.tcp(DATABASE_PORT), 'To the database');
      this.databaseGroup.addIngressRule(client, Port.tcp(DATABASE_PORT), 'From the service');
    }
    this.functionGroup.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'Services of AWS');
    this.webhookGroup.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'Services of AWS, and receivers of webhooks');
    this.webhookGroup.addEgressRule(Peer.anyIpv4(), Port.tcpRange(...UNPRIVILEGED), 'Receivers of webhooks');
    this.fenceWebhooks();
  }

  private group(id: string, description: string): SecurityGroup {
    return new SecurityGroup(this, id, { vpc: this.vpc, description, allowAllOutbound: false });
  }

  /**
   * Denies forbidden ranges for the subnet of webhooks, in addition to the check of every webhook address. A security group can only allow,
   * so the subnet's ACL denies. Its first rule allows the one private address that a sender needs, the database.
   */
  private fenceWebhooks(): void {
    const acl = new NetworkAcl(this, 'WebhookFence', {
      vpc: this.vpc,
      subnetSelection: { subnetGroupName: SUBNETS.webhooks },
    });
    const outward = (ruleNumber: number, ruleAction: Action, cidr: string, traffic: AclTraffic) =>
      acl.addEntry(`Out${ruleNumber}`, {
        ruleNumber,
        ruleAction,
        cidr: AclCidr.ipv4(cidr),
        traffic,
        direction: TrafficDirection.EGRESS,
      });
    this.databaseSubnets().forEach(({ ipv4CidrBlock }, index) => {
      outward(100 + index, Action.ALLOW, ipv4CidrBlock, AclTraffic.tcpPort(DATABASE_PORT));
    });
    NO_WEBHOOKS_TO.forEach((cidr, index) => {
      outward(200 + index, Action.DENY, cidr, AclTraffic.allTraffic());
    });
    outward(300, Action.ALLOW, '0.0.0.0/0', AclTraffic.tcpPort(443));
    outward(301, Action.ALLOW, '0.0.0.0/0', AclTraffic.tcpPortRange(...UNPRIVILEGED));
    acl.addEntry('In100', {
      ruleNumber: 100,
      ruleAction: Action.ALLOW,
      cidr: AclCidr.anyIpv4(),
      // This rule admits return traffic only, because nothing in this subnet listens.
      traffic: AclTraffic.tcpPortRange(...UNPRIVILEGED),
      direction: TrafficDirection.INGRESS,
    });
  }

  private databaseSubnets(): readonly ISubnet[] {
    return this.vpc.selectSubnets({ subnetGroupName: SUBNETS.database }).subnets;
  }
}

function developmentNat(): NatInstanceProviderV2 {
  return NatProvider.instanceV2({
    instanceType: InstanceType.of(InstanceClass.T4G, InstanceSize.NANO),
    defaultAllowedTraffic: NatTrafficDirection.OUTBOUND_ONLY,
    associatePublicIpAddress: true,
  });
}

/**
 * Encrypts the disks of NAT instances, because that is free although they hold no data. Turns on detailed monitoring, by which a failed
 * instance is noticed within a minute.
 */
function hardenNatInstances(vpc: Vpc): void {
  for (const construct of vpc.node.findAll()) {
    if (!(construct instanceof CfnInstance)) continue;
    construct.monitoring = true;
    construct.blockDeviceMappings = [{ deviceName: '/dev/xvda', ebs: { encrypted: true, volumeSize: NAT_DISK_GB } }];
  }
}
