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

{{/* Fields that the pods of Deployments and of the migration Job share. */}}
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

{{- define "stockbook.containerBase" -}}
image: {{ include "stockbook.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  {{- include "stockbook.containerSecurity" . | nindent 2 }}
{{- end }}

{{- define "stockbook.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: 32Mi
{{- with .Values.extraCa.existingSecret }}
- name: ca
  secret:
    secretName: {{ . }}
    items:
      - key: ca.crt
        path: ca.crt
{{- end }}
{{- end }}

{{/* The whole folder: a subPath would never see a rotated certificate. */}}
{{- define "stockbook.mounts" -}}
- name: tmp
  mountPath: /tmp
{{- if .Values.extraCa.existingSecret }}
- name: ca
  mountPath: /etc/stockbook/ca
  readOnly: true
{{- end }}
{{- end }}

{{/* Certificates of a component: (list $ "sales") */}}
{{- define "stockbook.certificateSecrets" -}}
{{- $values := (index . 0).Values -}}
{{- with $values.callTls.existingSecret }}
calls: {{ . }}
{{- end }}
{{- if ne (index . 1) "gateway" }}
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
{{- if .Values.extraCa.existingSecret }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/stockbook/ca/ca.crt
{{- end }}
{{- end }}

{{- define "stockbook.storeVariables" -}}
{{ include "stockbook.secretVariable" (list "DATABASE_URL" .Values.database.existingSecret "url") }}
- name: MIGRATIONS
  value: await
- name: DATABASE_FAILOVER
  value: {{ .Values.database.failover }}
- name: KAFKA_BROKERS
  value: {{ .Values.kafka.brokers | quote }}
- name: KAFKA_TLS
  value: {{ ternary "1" "0" .Values.kafka.tls | quote }}
{{- if .Values.kafka.certificateSecret }}
- name: KAFKA_CA_FILE
  value: /etc/stockbook/kafka/ca.crt
- name: KAFKA_CERT_FILE
  value: /etc/stockbook/kafka/user.crt
- name: KAFKA_KEY_FILE
  value: /etc/stockbook/kafka/user.key
{{- end }}
- name: KAFKA_TOPIC_PREFIX
  value: {{ .Values.kafka.topicPrefix | quote }}
- name: KAFKA_PARTITIONS
  value: {{ .Values.kafka.partitions | quote }}
- name: KAFKA_REPLICATION
  value: {{ .Values.kafka.replication | quote }}
{{- with .Values.kafka.existingSecret }}
- name: KAFKA_SASL_MECHANISM
  value: {{ $.Values.kafka.saslMechanism }}
{{ include "stockbook.secretVariable" (list "KAFKA_USERNAME" . "username") }}
{{ include "stockbook.secretVariable" (list "KAFKA_PASSWORD" . "password") }}
{{- end }}
{{- end }}

{{/* The variables of one component: (list $ "sales") */}}
{{- define "stockbook.componentVariables" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{ include "stockbook.variables" $root }}
{{- if $root.Values.callTls.existingSecret }}
- name: TLS_CA_FILE
  value: /etc/stockbook/calls/ca.crt
- name: TLS_CERT_FILE
  value: /etc/stockbook/calls/tls.crt
- name: TLS_KEY_FILE
  value: /etc/stockbook/calls/tls.key
{{- end }}
{{- if has $name (list "gateway" "settings" "integration") }}
{{ include "stockbook.secretVariable" (list "STOCKBOOK_SECRET_KEYS" $root.Values.keys.existingSecret "keys") }}
{{- end }}
{{- if eq $name "gateway" }}
- name: RATE_LIMIT_PER_MINUTE
  value: {{ $root.Values.rateLimitPerMinute | quote }}
{{- if $root.Values.tracing.endpoint }}
- name: OTEL_TRUST_CLIENTS
  value: {{ ternary "1" "0" $root.Values.tracing.trustClients | quote }}
{{- end }}
- name: SHUTDOWN_DELAY_SECONDS
  value: {{ $root.Values.gateway.shutdownDelaySeconds | quote }}
{{- else }}
{{ include "stockbook.storeVariables" $root }}
{{- end }}
{{- if eq $name "integration" }}
- name: WEBHOOK_ALLOWED_NETWORKS
  value: {{ $root.Values.webhookAllowedNetworks | quote }}
{{- end }}
{{- end }}
