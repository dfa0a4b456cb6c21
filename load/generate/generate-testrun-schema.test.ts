import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { testRunSchema } from './generate-testrun-schema.ts';

/** As kopium writes: one attribute line, if any, and one field line for each property. */
const SOURCE = `
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct TestRunSpec {
    #[serde(default, skip_serializing_if = "Option::is_none", rename = "testRunId")]
    pub test_run_id: Option<String>,
    pub parallelism: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleanup: Option<TestRunCleanup>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub runner: Option<TestRunRunner>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<TestRunStarter>,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
pub enum TestRunCleanup {
    #[serde(rename = "post")]
    Post,
}

#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct TestRunRunner {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<BTreeMap<String, IntOrString>>,
    #[serde(rename = "type")]
    pub r#type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<TestRunRunnerMetadata>,
}

#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct TestRunRunnerMetadata {
}

#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct TestRunStarter {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<BTreeMap<String, IntOrString>>,
    #[serde(rename = "type")]
    pub r#type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<TestRunStarterMetadata>,
}

#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct TestRunStarterMetadata {
}

#[derive(Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct TestRunStatus {
    pub stage: String,
}
`;

const schema = testRunSchema(SOURCE, 'crate-1');
const fits = new Ajv2020({ allowUnionTypes: true }).compile(schema);
const withSpec = (spec: object) => ({
  ...{ apiVersion: 'k6.io/v1alpha1', kind: 'TestRun', metadata: { name: 'load' } },
  spec,
});

describe('the schema made of the types', () => {
  it.each([
    { parallelism: 2 },
    { parallelism: 2, testRunId: 'a', cleanup: 'post' },
    { parallelism: 2, runner: { type: 'pod', limits: { cpu: 1, memory: '1Gi' } } },
    { parallelism: 2, runner: { type: 'pod', metadata: { labels: {} } } },
  ])('takes %j', (spec) => {
    expect(fits(withSpec(spec)), JSON.stringify(fits.errors)).toBe(true);
  });

  it.each([
    {},
    { parallelism: '2' },
    { parallelism: 2 ** 31 },
    { parallelism: 2, test_run_id: 'a' },
    { parallelism: 2, cleanup: 'Post' },
    { parallelism: 2, runner: {} },
    { parallelism: 2, runner: { type: 'pod', limits: { cpu: true } } },
  ])('refuses %j', (spec) => {
    expect(fits(withSpec(spec))).toBe(false);
  });

  it('defines once what several types share, and nothing that only the operator writes', () => {
    expect(Object.keys(schema.$defs as object)).toEqual([
      'TestRunCleanup',
      'TestRunRunnerMetadata',
      'TestRunRunner',
      'TestRunSpec',
    ]);
  });

  it('is refused where the source uses a type that it does not declare', () => {
    const lacking = SOURCE.replace('pub enum TestRunCleanup', 'pub enum Other');
    expect(() => testRunSchema(lacking, 'crate-1')).toThrow('TestRunCleanup');
    expect(() => testRunSchema('', 'crate-1')).toThrow('TestRunSpec');
  });
});
