import { resolve } from 'node:path';
import { UsageError } from '../../contract/errors.ts';

/** Where a run's raw metrics go besides the report. */
export interface Outputs {
  /** URL of a Prometheus remote-write receiver, such as `http://host:9090/api/v1/write` */
  prometheus?: string | undefined;
  /** URL of an OpenTelemetry collector: `http(s)://host:4318` for HTTP, `grpc(s)://host:4317` for gRPC */
  opentelemetry?: string | undefined;
  /** HTML file for the export of k6's own web dashboard */
  dashboard?: string | undefined;
}

/** Further arguments and environment of `k6 run`: the `k6Args` and `k6Env` of a run. */
export interface K6Settings {
  k6Args: string[];
  k6Env: Record<string, string>;
}

/**
 * The settings of k6 for the outputs asked. What else k6 knows, such as credentials, goes by its own
 * environment variables (`K6_PROMETHEUS_RW_…`, `K6_OTEL_…`), which are passed on to it.
 *
 * @throws UsageError when a URL cannot be used
 */
export function outputSettings({ prometheus, opentelemetry, dashboard }: Outputs): K6Settings {
  const settings: K6Settings = { k6Args: [], k6Env: {} };
  if (prometheus !== undefined) {
    settings.k6Args.push('--out', 'experimental-prometheus-rw');
    Object.assign(settings.k6Env, prometheusEnv(prometheus));
  }
  if (opentelemetry !== undefined) {
    settings.k6Args.push('--out', 'opentelemetry');
    Object.assign(settings.k6Env, opentelemetryEnv(opentelemetry));
  }
  if (dashboard !== undefined) {
    Object.assign(settings.k6Env, {
      K6_WEB_DASHBOARD: 'true',
      // No server: it would hold the process until every browser has left.
      K6_WEB_DASHBOARD_PORT: '-1',
      K6_WEB_DASHBOARD_EXPORT: resolve(dashboard),
      // k6 writes nothing for a run of less than three periods; its default is 10 s.
      K6_WEB_DASHBOARD_PERIOD: '1s',
    });
  }
  return settings;
}

/** Trends as native histograms: only these can be added up over instances, percentiles cannot. */
function prometheusEnv(text: string): Record<string, string> {
  const url = urlOf('Prometheus', text, ['http:', 'https:']);
  return {
    K6_PROMETHEUS_RW_SERVER_URL: url.href,
    K6_FEATURES: 'native-histograms',
    K6_PROMETHEUS_RW_STALE_MARKERS: 'true',
  };
}

function opentelemetryEnv(text: string): Record<string, string> {
  const url = urlOf('OpenTelemetry', text, ['http:', 'https:', 'grpc:', 'grpcs:']);
  const insecure = String(url.protocol === 'http:' || url.protocol === 'grpc:');
  const shared = { K6_OTEL_SERVICE_NAME: 'assay-load', K6_OTEL_EXPORT_INTERVAL: '1s' };
  if (url.protocol.startsWith('grpc')) {
    return {
      ...shared,
      K6_OTEL_EXPORTER_PROTOCOL: 'grpc',
      K6_OTEL_GRPC_EXPORTER_ENDPOINT: url.host,
      K6_OTEL_GRPC_EXPORTER_INSECURE: insecure,
    };
  }
  return {
    ...shared,
    K6_OTEL_EXPORTER_PROTOCOL: 'http/protobuf',
    K6_OTEL_HTTP_EXPORTER_ENDPOINT: url.host,
    K6_OTEL_HTTP_EXPORTER_INSECURE: insecure,
    ...(url.pathname.length > 1 && { K6_OTEL_HTTP_EXPORTER_URL_PATH: url.pathname }),
  };
}

function urlOf(what: string, text: string, protocols: string[]): URL {
  const url = URL.parse(text);
  if (url !== null && protocols.includes(url.protocol) && url.host !== '') {
    return url;
  }
  const expected = protocols.map((protocol) => `${protocol}//host:port`).join(' or ');
  throw new UsageError(`the URL for ${what} is ${text}; expected ${expected}`);
}
