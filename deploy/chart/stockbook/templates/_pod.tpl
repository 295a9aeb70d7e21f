{{- define "stockbook.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "stockbook.containerSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
readOnlyRootFilesystem: true
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
{{- end }}

{{/* Fields that all pods share. */}}
{{- define "stockbook.podBase" -}}
enableServiceLinks: false
automountServiceAccountToken: false
securityContext:
  {{- include "stockbook.podSecurity" . | nindent 2 }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{/* The metadata of a pod: (list $ "sales" settings) */}}
{{- define "stockbook.podMetadata" -}}
{{- $settings := index . 2 -}}
labels:
  {{- include "stockbook.labels" (index . 0) | nindent 2 }}
  app.kubernetes.io/component: {{ index . 1 }}
  {{- with $settings.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $settings.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Where pods with these settings may run. */}}
{{- define "stockbook.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "stockbook.containerBase" -}}
image: {{ include "stockbook.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  {{- include "stockbook.containerSecurity" . | nindent 2 }}
{{- end }}

{{/* Volumes of a component: (list $ "sales" settings) */}}
{{- define "stockbook.volumes" -}}
{{- $root := index . 0 -}}
- name: tmp
  emptyDir:
    sizeLimit: 32Mi
{{- with $root.Values.extraCa.existingSecret }}
- name: ca
  secret:
    secretName: {{ . }}
    items:
      - key: ca.crt
        path: ca.crt
{{- end }}
{{- range $folder, $secret := include "stockbook.certificateSecrets" . | fromYaml }}
- name: {{ $folder }}
  secret:
    secretName: {{ $secret }}
{{- end }}
{{- with include "stockbook.mediaClaim" . }}
- name: media
  persistentVolumeClaim:
    claimName: {{ . }}
{{- end }}
{{- with (index . 2).extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* Whole folders: a subPath would never see a rotated certificate. (list $ "sales" settings) */}}
{{- define "stockbook.mounts" -}}
{{- $root := index . 0 -}}
- name: tmp
  mountPath: /tmp
{{- if $root.Values.extraCa.existingSecret }}
- name: ca
  mountPath: /etc/stockbook/ca
  readOnly: true
{{- end }}
{{- range $folder, $_ := include "stockbook.certificateSecrets" . | fromYaml }}
- name: {{ $folder }}
  mountPath: /etc/stockbook/{{ $folder }}
  readOnly: true
{{- end }}
{{- if include "stockbook.mediaClaim" . }}
- name: media
  mountPath: /stockbook/media
  {{- if eq (index . 1) "gateway" }}
  readOnly: true
  {{- end }}
{{- end }}
{{- with (index . 2).extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{/* The claim of the volume with images, if the component uses it: (list $ "sales") */}}
{{- define "stockbook.mediaClaim" -}}
{{- $media := (index . 0).Values.media -}}
{{- if and (has (index . 1) (list "gateway" "inventory")) (not $media.bucketUrl) }}{{ $media.existingClaim }}{{ end -}}
{{- end }}

{{/* The Secret of the certificate for calls, if the component makes some: (list $ "sales") */}}
{{- define "stockbook.callSecret" -}}
{{- if has (index . 1) (list "gateway" "sales" "inventory" "settings" "integration") -}}
{{- with (index . 0).Values.callTls }}{{ get .existingSecrets (index $ 1) | default .existingSecret }}{{ end -}}
{{- end -}}
{{- end }}

{{/* Certificates of a component: (list $ "sales") */}}
{{- define "stockbook.certificateSecrets" -}}
{{- $values := (index . 0).Values -}}
{{- with include "stockbook.callSecret" . }}
calls: {{ . }}
{{- end }}
{{- if has (index . 1) (list "sales" "inventory" "settings" "integration" "command") }}
{{- with $values.kafka.caSecret }}
kafka-ca: {{ . }}
{{- end }}
{{- with $values.kafka.certificateSecret }}
kafka: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* One variable out of a Secret: (list "NAME" "secret" "key") */}}
{{- define "stockbook.secretVariable" -}}
- name: {{ index . 0 }}
  valueFrom:
    secretKeyRef:
      name: {{ index . 1 }}
      key: {{ index . 2 }}
{{- end }}

{{- define "stockbook.authorityVariable" -}}
{{- if .Values.extraCa.existingSecret }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/stockbook/ca/ca.crt
{{- end }}
{{- end }}

{{/* The databases of the services, and of those who may change schemas. */}}
{{- define "stockbook.databaseVariables" -}}
{{ include "stockbook.secretVariable" (list "DATABASE_URL" .Values.database.existingSecret "url") }}
{{- with .Values.database.migrationSecret }}
{{ include "stockbook.secretVariable" (list "MIGRATION_DATABASE_URL" . "url") }}
{{- end }}
{{- end }}

{{- define "stockbook.variables" -}}
- name: HOST
  value: {{ .Values.host | quote }}
- name: LOG_LEVEL
  value: {{ .Values.logLevel }}
{{- with .Values.tracing.endpoint }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . | quote }}
- name: OTEL_TRACES_SAMPLER_ARG
  value: {{ $.Values.tracing.ratio | quote }}
{{- end }}
{{- range $name, $port := include "stockbook.ports" . | fromYaml }}
{{- if ne $name "gateway" }}
- name: {{ upper $name }}_ADDRESS
  value: {{ include "stockbook.fullname" $ }}-{{ $name }}:{{ $port }}
{{- end }}
{{- end }}
{{- include "stockbook.authorityVariable" . }}
{{- end }}

{{- define "stockbook.kafkaVariables" -}}
- name: KAFKA_BROKERS
  value: {{ .Values.kafka.brokers | quote }}
- name: KAFKA_TLS
  value: {{ ternary "1" "0" .Values.kafka.tls | quote }}
{{- if .Values.kafka.caSecret }}
- name: KAFKA_CA_FILE
  value: /etc/stockbook/kafka-ca/ca.crt
{{- end }}
{{- if .Values.kafka.certificateSecret }}
- name: KAFKA_CERT_FILE
  value: /etc/stockbook/kafka/user.crt
- name: KAFKA_KEY_FILE
  value: /etc/stockbook/kafka/user.key
{{- end }}
- name: KAFKA_TOPIC_PREFIX
  value: {{ .Values.kafka.topicPrefix | quote }}
- name: KAFKA_PARTITIONS
  value: {{ .Values.kafka.partitions | int64 | quote }}
- name: KAFKA_REPLICATION
  value: {{ .Values.kafka.replication | int64 | quote }}
{{- with .Values.kafka.existingSecret }}
- name: KAFKA_SASL_MECHANISM
  value: {{ $.Values.kafka.saslMechanism }}
{{ include "stockbook.secretVariable" (list "KAFKA_USERNAME" . "username") }}
{{ include "stockbook.secretVariable" (list "KAFKA_PASSWORD" . "password") }}
{{- end }}
{{- end }}

{{/* The variables of the chart, but for those that extraEnv sets itself: the API server takes no name twice. (list text extraEnv) */}}
{{- define "stockbook.withExtra" -}}
{{- $extra := index . 1 -}}
{{- $names := dict -}}
{{- range $extra }}{{ $_ := set $names .name true }}{{ end -}}
{{- $variables := list -}}
{{- range index . 0 | fromYamlArray }}
{{- if not (hasKey $names .name) }}{{ $variables = append $variables . }}{{ end }}
{{- end -}}
{{ concat $variables $extra | toYaml }}
{{- end }}

{{/* The variables of one component: (list $ "sales") */}}
{{- define "stockbook.componentVariables" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $port := index (include "stockbook.ports" . | fromYaml) $name -}}
- name: PORT
  value: {{ $port | quote }}
- name: HEALTH_PORT
  value: {{ add 1000 $port | quote }}
{{ include "stockbook.variables" $root }}
{{- if include "stockbook.callSecret" . }}
- name: TLS_CA_FILE
  value: /etc/stockbook/calls/ca.crt
- name: TLS_CERT_FILE
  value: /etc/stockbook/calls/tls.crt
- name: TLS_KEY_FILE
  value: /etc/stockbook/calls/tls.key
{{- end }}
{{ include "stockbook.secretVariable" (list "STOCKBOOK_SECRET_KEYS" $root.Values.keys.existingSecret "keys") }}
{{- if eq $name "gateway" }}
- name: RATE_LIMIT_PER_MINUTE
  value: {{ $root.Values.rateLimitPerMinute | int64 | quote }}
{{- if $root.Values.tracing.endpoint }}
- name: OTEL_TRUST_CLIENTS
  value: {{ ternary "1" "0" $root.Values.tracing.trustClients | quote }}
{{- end }}
- name: SHUTDOWN_DELAY_SECONDS
  value: {{ $root.Values.gateway.shutdownDelaySeconds | quote }}
- name: COMPRESS_ANSWERS
  value: {{ ternary "1" "0" $root.Values.gateway.compressAnswers | quote }}
- name: BYTES_IN_FLIGHT_MIB
  value: {{ $root.Values.gateway.bytesInFlightMiB | int64 | quote }}
- name: UNSIGNED_BYTES_MIB
  value: {{ $root.Values.gateway.unsignedBytesMiB | int64 | quote }}
- name: UNSIGNED_CONNECTIONS
  value: {{ $root.Values.gateway.unsignedConnections | int64 | quote }}
- name: TRUSTED_PROXIES
  value: {{ $root.Values.gateway.trustedProxies | quote }}
- name: SIGN_IN_ORIGINS
  value: {{ $root.Values.gateway.signInOrigins | quote }}
{{- else }}
{{ include "stockbook.secretVariable" (list "DATABASE_URL" $root.Values.database.existingSecret "url") }}
- name: MIGRATIONS
  value: await
- name: DATABASE_FAILOVER
  value: {{ $root.Values.database.failover }}
- name: PAGE_KIB
  value: {{ $root.Values.pageKib | int64 | quote }}
- name: ACCOUNT_QUOTA_MIB
  value: {{ $root.Values.accountQuotaMib | int64 | quote }}
{{ include "stockbook.kafkaVariables" $root }}
{{- end }}
{{- if has $name (list "gateway" "inventory") }}
{{- with $root.Values.media }}
{{- if .bucketUrl }}
- name: MEDIA_BUCKET_URL
  value: {{ .bucketUrl | quote }}
- name: MEDIA_BUCKET_REGION
  value: {{ .bucketRegion | quote }}
{{ include "stockbook.secretVariable" (list "MEDIA_BUCKET_KEY_ID" .existingSecret "keyId") }}
{{ include "stockbook.secretVariable" (list "MEDIA_BUCKET_SECRET" .existingSecret "secret") }}
{{- else if .existingClaim }}
- name: MEDIA_DIRECTORY
  value: /stockbook/media
{{- end }}
{{- end }}
{{- end }}
{{- if eq $name "integration" }}
- name: WEBHOOK_ALLOWED_NETWORKS
  value: {{ $root.Values.webhookAllowedNetworks | quote }}
{{- end }}
{{- end }}

{{/* The pod of a Job that runs the command line: (dict "root" $ "component" "migrate" "args" list "env" text) */}}
{{- define "stockbook.jobPod" -}}
{{- $settings := include "stockbook.settings" (list .root "jobs") | fromYaml -}}
{{- $own := list .root .component $settings -}}
metadata:
  {{- include "stockbook.podMetadata" $own | nindent 2 }}
spec:
  {{- include "stockbook.podBase" .root | nindent 2 }}
  restartPolicy: Never
  {{- with include "stockbook.placement" $settings | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  containers:
    - name: {{ .component }}
      {{- include "stockbook.containerBase" .root | nindent 6 }}
      args:
        {{- prepend .args "apps/cli/dist/main.js" | toYaml | nindent 8 }}
      env:
        {{- include "stockbook.withExtra" (list .env $settings.extraEnv) | nindent 8 }}
      resources:
        {{- toYaml $settings.resources | nindent 8 }}
      volumeMounts:
        {{- include "stockbook.mounts" $own | nindent 8 }}
  volumes:
    {{- include "stockbook.volumes" $own | nindent 4 }}
{{- end }}
